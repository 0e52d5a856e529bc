import type { JournalReader } from '../journal/journal.ts';
import type { ChangeFeed, FeedPage } from './feed.ts';
import { FeedListeners } from './feed-listeners.ts';

/** The changes of a journal that this process alone writes; whoever writes it says so with `tell`. */
export class FeedOfJournal<Change> implements ChangeFeed<Change> {
  readonly #journal: JournalReader<Change>;
  readonly #listeners = new FeedListeners();

  constructor(journal: JournalReader<Change>) {
    this.#journal = journal;
  }

  get lastNumber(): number {
    return this.#journal.lastNumber;
  }

  get forgottenThrough(): number {
    return this.#journal.forgottenThrough;
  }

  /** Nobody else writes it. */
  readonly history = 0;

  async readAfter(after: number, limit: number, lengthMax?: number): Promise<FeedPage<Change>> {
    const hashBefore = await this.#journal.hashAt(after);
    const changes = [...(await this.#journal.changesAfter(after, limit, lengthMax))];
    // Looked at last: what is forgotten meanwhile looks forgotten before.
    return { changes, hashBefore, forgottenThrough: this.#journal.forgottenThrough };
  }

  onNews(tell: () => void): () => void {
    return this.#listeners.add(tell);
  }

  /** There are new changes. */
  tell(): void {
    this.#listeners.tell();
  }
}
