import type { KindedChange } from '@berth/ledger/journal/projection.ts';

/** What the changes of one part look like to those who follow them. */
export interface FeedPart<Change extends KindedChange = KindedChange> {
  /** Each of its kinds: what it is called outside, and all that it says something about, in the words of the query. */
  readonly kinds: Readonly<Record<string, { readonly name: string; readonly nouns: readonly string[] }>>;
  /** What one says, besides its kind, number and time. */
  fieldsOf(change: Change): Readonly<Record<string, unknown>>;
}
