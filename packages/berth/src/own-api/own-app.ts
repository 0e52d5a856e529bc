import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Authenticate } from '@berth/api-kit/caller.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { BackupCopy } from '../backup/backup-copy.ts';
import type { ChangeCache } from './changes/change-cache.ts';
import type { ChangeViews } from './changes/change-views.ts';
import type { EventReaders } from './changes/event-readers.ts';
import type { ChangeFilter } from './changes/change-filter.ts';

/** What the endpoints about the whole ledger work on. */
export interface OwnApp {
  /** All that was committed, here or in another process. */
  readonly feed: ChangeFeed<KindedChange>;
  readonly views: ChangeViews;
  /** The same, read and encoded for all who ask for it. */
  readonly changes: ChangeCache;
  readonly filter: ChangeFilter;
  /** Who follows its events. */
  readonly readers: EventReaders;
  /** Copies the ledger as it is now; null where it is in no file. */
  readonly makeBackup: (() => Promise<BackupCopy>) | null;
  /** For answers that go on for so long that it may be somebody else by then, or nobody. */
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
