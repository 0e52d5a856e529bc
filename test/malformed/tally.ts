import type { Outcome } from './carry-out.ts';
import type { Trial } from './trial.ts';

export interface Slow {
  readonly number: number;
  readonly kind: string;
  readonly ms: number;
}

const slowestKept = 5;

/** What a run has met so far. */
export class Tally {
  trials = 0;
  #slowest: Slow[] = [];
  readonly #counts = new Map<string, Map<string, number>>();

  /** The slowest, slowest first. Those that wait on purpose are not among them. */
  get slowest(): readonly Slow[] {
    return this.#slowest;
  }

  add(number: number, trial: Trial, outcome: Outcome): void {
    this.trials += 1;
    const ofKind = this.#counts.get(trial.kind) ?? new Map<string, number>();
    this.#counts.set(trial.kind, ofKind);
    for (const status of outcome.statuses) ofKind.set(status, (ofKind.get(status) ?? 0) + 1);
    if (trial.expects.kind !== 'answers') return;
    this.#slowest = [...this.#slowest, { number, kind: trial.kind, ms: outcome.ms }]
      .sort((one, other) => other.ms - one.ms)
      .slice(0, slowestKept);
  }

  /** Answers by status, a line for each kind of trial. */
  table(): string {
    const statuses = [...new Set([...this.#counts.values()].flatMap((counts) => [...counts.keys()]))].sort();
    const rows = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const total = new Map(
      statuses.map((status) => [
        status,
        rows.reduce((sum, [, counts]) => sum + (counts.get(status) ?? 0), 0),
      ]),
    );
    const line = (name: string, cells: readonly (string | number)[]): string =>
      name.padEnd(14) + cells.map((cell) => String(cell).padStart(7)).join('');
    return [
      line('', statuses),
      ...rows.map(([kind, counts]) =>
        line(
          kind,
          statuses.map((status) => counts.get(status) ?? '.'),
        ),
      ),
      line(
        'all',
        statuses.map((status) => total.get(status) ?? 0),
      ),
    ].join('\n');
  }
}
