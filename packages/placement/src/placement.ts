import type { Handle } from '@berth/api-kit/service.ts';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';
import { WorldState } from '@berth/engine/world.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { Committer } from '@berth/ledger/committer.ts';
import { FeedOfJournal } from '@berth/ledger/following/feed-of-journal.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import type { App } from './http/app.ts';
import { createPlacementService, type ServiceSettings } from './placement-service.ts';
import { placementDomain, syncCatalog } from './placement-domain.ts';

export interface PlacementOptions extends ServiceSettings {
  readonly journal: Journal<Change>;
  readonly makeBackup?: NonNullable<App['makeBackup']>;
  readonly onCommit?: (commit: Commit<Change>) => void;
  /** See `CommitterOptions.onAppendFailed`. */
  readonly onAppendFailed?: (reason: unknown) => void;
  /** Nothing can be written any more: the process should end and load again. */
  readonly onFailure: (reason: unknown) => void;
}

export interface Placement {
  readonly handle: Handle;
  readonly world: World;
  readonly committer: Committer<WorldState, Command, Change>;
  readonly feed: App['feed'];
  /** The standard classes and traits that were new to the ledger. */
  readonly synced: readonly string[];
  /** Puts them there if that could not be done before; says which were new. */
  syncCatalog(): Promise<readonly string[]>;
  /** Finishes the writes it has accepted, and takes no more. The journal stays open. */
  close(): Promise<void>;
}

/** The Placement service on a journal: its world is loaded, the catalog is in it if there is room, and requests can come. */
export async function createPlacement(options: PlacementOptions): Promise<Placement> {
  const now = options.now ?? Date.now;
  const world = new WorldState();
  for (const change of await options.journal.load()) apply(world, change);
  const feed = new FeedOfJournal(options.journal);
  const committer = new Committer<WorldState, Command, Change>({
    world,
    domain: placementDomain,
    journal: options.journal,
    now,
    onFailure: options.onFailure,
    onAppendFailed: options.onAppendFailed ?? (() => {}),
    onCommit: (commit) => {
      options.onCommit?.(commit);
      feed.tell();
    },
  });
  const commit: App['commit'] = (command, read) => committer.submit(command, read);
  const sync = (): Promise<readonly string[]> => syncCatalog(commit, now());
  const synced = await sync().catch((error: unknown) => {
    // The one who is told of failed appends knows. What is there can be read.
    if (error instanceof JournalUnavailable) return [];
    throw error;
  });
  const { makeBackup } = options;
  const handle = createPlacementService(
    { world: () => world, commit, feed, ...(makeBackup ? { makeBackup } : {}) },
    options,
  );
  return {
    handle,
    world,
    committer,
    feed,
    synced,
    syncCatalog: sync,
    close: () => committer.close(),
  };
}
