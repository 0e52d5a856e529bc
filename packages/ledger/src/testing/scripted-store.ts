import type { Holder, Leader, LeadingJournal, SharedStore, StorePage } from '../following/shared-store.ts';
import type { HistoryPoint } from '../journal/chain.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { CounterChange } from './counters.ts';
import { countersProjection } from './counters-projection.ts';

/** A store in memory that a single process uses, in which things happen at the moments that a test says. */
export class ScriptedStore implements SharedStore<CounterChange> {
  /** What happens whenever changes are read, before they are. */
  onRead: () => void | Promise<void> = () => {};
  /** What happens when a journal is closed, before it is. */
  onClose: () => void | Promise<void> = () => {};
  /** Tells whoever leads that it does no more. */
  supersede: () => void = () => {};
  /** How often somebody has begun to lead. */
  leadCount = 0;
  readonly #journal = new MemoryJournal<CounterChange>([countersProjection]);
  #isLed = false;

  async loadState() {
    return { last: this.#last, changes: [...this.#journal.load()] };
  }

  async readAfter(after: number, limit: number): Promise<StorePage<CounterChange>> {
    await this.onRead();
    const changes = this.#journal.changesAfter(after, limit);
    const { forgottenThrough } = this.#journal;
    const isNewest = changes.length < limit;
    return { changes, forgottenThrough, hashBefore: this.#journal.hashAt(after), isNewest };
  }

  async hashes(): Promise<ReadonlyMap<number, string>> {
    return new Map(this.#journal.changesAfter(0, Infinity).map(({ number, hash }) => [number, hash]));
  }

  async leader(): Promise<Leader | null> {
    const remainingMs = this.#isLed ? 1000 : 0;
    return { epoch: this.leadCount, name: 'it', address: null, secret: null, remainingMs };
  }

  async lead(_: Holder, onSuperseded: () => void): Promise<LeadingJournal<CounterChange> | null> {
    if (this.#isLed) return null;
    this.#isLed = true;
    this.leadCount++;
    let isCertain = true;
    this.supersede = () => {
      isCertain = false;
      onSuperseded();
    };
    const [store, journal] = [this, this.#journal];
    return {
      epoch: this.leadCount,
      get last() {
        return store.#last;
      },
      get lastNumber() {
        return journal.lastNumber;
      },
      get forgottenThrough() {
        return journal.forgottenThrough;
      },
      get isCertain() {
        return isCertain;
      },
      ascertain: async () => {},
      append: (changes, at) => journal.append(changes, at),
      prune: (before, limit) => journal.prune(before, limit),
      hashAt: (number) => journal.hashAt(number),
      problems: () => journal.problems(),
      load: () => journal.load(),
      changesAfter: (after, limit) => journal.changesAfter(after, limit),
      close: async () => {
        // The lease is given back first, as it is in a database.
        this.#isLed = false;
        await this.onClose();
      },
    };
  }

  watch(): void {}

  async close(): Promise<void> {}

  get #last(): HistoryPoint {
    const number = this.#journal.lastNumber;
    return { number, hash: String(this.#journal.hashAt(number)) };
  }
}
