import { type Entry, minorOf } from './operations.ts';

/** An exchange that the checker has found nothing wrong with. */
export interface Exercised {
  readonly operation: string;
  readonly version: string;
  readonly status: number;
}

/** Which entries were exercised, and how. */
export class Coverage {
  readonly #entries: readonly Entry[];
  readonly #succeeded = new Set<Entry>();
  readonly #refused = new Set<Entry>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  add({ operation, version, status }: Exercised): void {
    const minor = minorOf(version);
    // The checker knows the document of a version by another name.
    const name = operation === 'GET version root' ? 'GET /' : operation;
    for (const entry of this.#entries) {
      if (entry.operation !== name || minor < entry.since || minor >= entry.until) continue;
      if (entry.success.includes(status)) this.#succeeded.add(entry);
      if (entry.errors.includes(status)) this.#refused.add(entry);
    }
  }

  /** Those without a success. */
  get neverSucceeded(): readonly Entry[] {
    return this.#entries.filter((entry) => !this.#succeeded.has(entry));
  }

  /** Those without one of the errors that they list. */
  get neverRefused(): readonly Entry[] {
    return this.#refusable.filter((entry) => !this.#refused.has(entry));
  }

  /** The smaller of both parts, from 0 to 1. */
  get share(): number {
    return Math.min(this.#succeeded.size / this.#entries.length, this.#refused.size / this.#refusable.length);
  }

  get line(): string {
    return (
      `of ${this.#entries.length} entries (method, path, action and range of versions) ` +
      `${partOf(this.#succeeded, this.#entries)} were exercised with success; ` +
      `of the ${this.#refusable.length} that list errors ${partOf(this.#refused, this.#refusable)} with one of them`
    );
  }

  get #refusable(): readonly Entry[] {
    return this.#entries.filter(({ errors }) => errors.length > 0);
  }
}

export function nameOf({ operation, since, until }: Entry): string {
  return `${operation}, 2.${since} to 2.${until - 1}`;
}

function partOf(some: ReadonlySet<Entry>, all: readonly Entry[]): string {
  return `${some.size} (${Math.floor((1000 * some.size) / all.length) / 10} %)`;
}
