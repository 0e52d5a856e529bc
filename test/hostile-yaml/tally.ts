import type { Verdict } from './judge.ts';

interface Counts {
  files: number;
  loaded: number;
  slowestMs: number;
}

interface Slow {
  readonly number: number;
  readonly kind: string;
  readonly ms: number;
}

const slowestKept = 3;

/** What has come of the files, by kind. */
export class Tally {
  readonly #counts = new Map<string, Counts>();
  #slowestToRead: Slow[] = [];
  #slowestToUse: Slow[] = [];
  #files = 0;

  add(number: number, { kind, hasLoaded, readMs, useMs }: Verdict): void {
    const counts = this.#counts.get(kind) ?? { files: 0, loaded: 0, slowestMs: 0 };
    this.#counts.set(kind, counts);
    this.#files += 1;
    counts.files += 1;
    if (hasLoaded) counts.loaded += 1;
    counts.slowestMs = Math.max(counts.slowestMs, readMs);
    this.#slowestToRead = slowest([...this.#slowestToRead, { number, kind, ms: readMs }]);
    this.#slowestToUse = slowest([...this.#slowestToUse, { number, kind, ms: useMs }]);
  }

  get files(): number {
    return this.#files;
  }

  get loaded(): number {
    return [...this.#counts.values()].reduce((sum, { loaded }) => sum + loaded, 0);
  }

  get kinds(): number {
    return this.#counts.size;
  }

  table(): string {
    const rows = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const line = (name: string, cells: readonly (string | number)[]): string =>
      name.padEnd(30) + cells.map((cell) => String(cell).padStart(12)).join('');
    return [
      line('', ['files', 'refused', 'loaded', 'slowest ms']),
      ...rows.map(([kind, { files, loaded, slowestMs }]) =>
        line(kind, [files, files - loaded, loaded, slowestMs.toFixed(0)]),
      ),
      line('all', [this.files, this.files - this.loaded, this.loaded]),
      '',
      `slowest to read: ${this.#slowestToRead.map(describe).join(', ')}`,
      `slowest to make a registry of and match values: ${this.#slowestToUse.map(describe).join(', ')}`,
    ].join('\n');
  }
}

function slowest(list: readonly Slow[]): Slow[] {
  return list.toSorted((one, other) => other.ms - one.ms).slice(0, slowestKept);
}

function describe({ number, kind, ms }: Slow): string {
  return `${ms.toFixed(0)} ms file ${number} (${kind})`;
}
