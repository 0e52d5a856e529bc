import { setImmediate } from 'node:timers/promises';
import type { Journal, NumberedChange } from '../journal/journal.ts';

/** What becomes of an append: null stores it, an error fails it with nothing stored. */
export type AppendOutcome = Error | null;

export interface Script {
  /** One for each append in turn; those after the last are stored. */
  readonly outcomes?: readonly AppendOutcome[];
  /** The append takes this long, as one on a server does; without it, it is done at once. */
  readonly wait?: () => Promise<unknown>;
}

/** A journal whose appends take time or fail, as the test says. */
export class ScriptedJournal<Change> implements Journal<Change> {
  /** The batches it was given, stored or not. */
  readonly batches: (readonly Change[])[] = [];
  readonly #journal: Journal<Change>;
  readonly #outcomes: AppendOutcome[];
  readonly #wait: (() => Promise<unknown>) | undefined;

  constructor(journal: Journal<Change>, { outcomes = [], wait }: Script = {}) {
    this.#journal = journal;
    this.#outcomes = [...outcomes];
    this.#wait = wait;
  }

  get lastNumber(): number {
    return this.#journal.lastNumber;
  }

  get forgottenThrough(): number {
    return this.#journal.forgottenThrough;
  }

  hashAt(number: number): string | null | Promise<string | null> {
    return this.#journal.hashAt(number);
  }

  problems(): readonly string[] | Promise<readonly string[]> {
    return this.#journal.problems();
  }

  append(changes: readonly Change[], at: number): void | Promise<void> {
    this.batches.push(changes);
    const outcome = this.#outcomes.shift() ?? null;
    if (this.#wait === undefined) return this.#store(outcome, changes, at);
    return this.#storeLater(this.#wait, outcome, changes, at);
  }

  load(): Iterable<Change> | Promise<Iterable<Change>> {
    return this.#journal.load();
  }

  changesAfter(
    after: number,
    limit: number,
  ): Iterable<NumberedChange<Change>> | Promise<Iterable<NumberedChange<Change>>> {
    return this.#journal.changesAfter(after, limit);
  }

  prune(before: number, limit?: number): number | Promise<number> {
    return this.#journal.prune(before, limit);
  }

  close(): void | Promise<void> {
    return this.#journal.close();
  }

  async #storeLater(
    wait: () => Promise<unknown>,
    outcome: AppendOutcome,
    changes: readonly Change[],
    at: number,
  ) {
    await wait();
    await this.#store(outcome, changes, at);
  }

  #store(outcome: AppendOutcome, changes: readonly Change[], at: number): void | Promise<void> {
    if (outcome !== null) throw outcome;
    return this.#journal.append(changes, at);
  }
}

/** So many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
