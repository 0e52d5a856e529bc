import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';

/** A parameter by which clients choose among changes, beyond their nouns. */
export interface ChangeFilter {
  readonly name: string;
  /** What is asked for, or an `HttpError`. */
  parse(text: string): string;
  /** Calls `look`, in a turn of its own, when it can be asked about changes up to this number. */
  consult<Result>(number: number, look: () => Result): Promise<Result>;
  /** Whether a change is about what was asked for; only to be asked within `consult`. */
  isAbout(change: NumberedChange<KindedChange>, asked: string): boolean;
}

export type MakeChangeFilter<World> = (feed: ChangeFeed<KindedChange>, world: () => World) => ChangeFilter;
