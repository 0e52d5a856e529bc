import type { HistoryPoint } from '../journal/chain.ts';
import type { Journal } from '../journal/journal.ts';
import type { FeedPage } from './feed.ts';

/** A store that several processes use: one writes, the others follow. */
export interface SharedStore<Change> {
  /** The state at one moment, and the last change that made it. */
  loadState(): Promise<{ readonly last: HistoryPoint; readonly changes: Iterable<Change> }>;
  /** See `ChangeFeed.readAfter`. */
  readAfter(after: number, limit: number, lengthMax?: number): Promise<StorePage<Change>>;
  /** The hashes of changes that are kept, and of the newest that is forgotten, from one number to another. */
  hashes(from: number, through: number): Promise<ReadonlyMap<number, string>>;
  /** Who leads, or has led last; null when nobody ever has. */
  leader(): Promise<Leader | null>;
  /** Leads from now on; null when somebody else does. */
  lead(holder: Holder, onSuperseded: () => void): Promise<LeadingJournal<Change> | null>;
  /** Tells of news until it is closed: that there are changes up to a number, or that the leader has left. */
  watch(tell: (news: News) => void): void;
  close(): Promise<void>;
}

export interface StorePage<Change> extends FeedPage<Change> {
  /** Whether there were no further changes, so that the last commit of the page is whole. If not certain, it is not. */
  readonly isNewest: boolean;
}

/** A process, as the others need to know it when it leads. */
export interface Holder {
  /** For people: which process on which machine. */
  readonly name: string;
  /** Where it takes what others pass on to it; null if it does not. */
  readonly address: string | null;
  /** By which it knows that it was one of the others. */
  readonly secret: string | null;
}

export interface Leader extends Holder {
  /** Counts up with every time of leading. */
  readonly epoch: number;
  /** How long its lease still lasts; zero or less when it has run out. */
  readonly remainingMs: number;
}

export interface LeadingJournal<Change> extends Journal<Change> {
  /** The newest change. */
  readonly last: HistoryPoint;
  readonly epoch: number;
  /** Whether it is certain that nobody else leads, so that what this process knows is the newest there is. */
  readonly isCertain: boolean;
  /** Makes certain, or rejects. */
  ascertain(): Promise<void>;
}

export type News =
  | { readonly kind: 'changes'; readonly lastNumber: number }
  | { readonly kind: 'leader left' };
