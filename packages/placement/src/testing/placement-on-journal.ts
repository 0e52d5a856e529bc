import type { Handle } from '@berth/api-kit/service.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import { type World, WorldState } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { createPlacementService, type ServiceSettings } from '../create-service.ts';
import { placementDomain } from '../domain.ts';
import { syncCatalog } from '../sync-catalog.ts';

export interface PlacementOnJournal {
  readonly handle: Handle;
  readonly world: World;
  /** Finishes the writes it has accepted, and takes no more. The journal stays open. */
  close(): Promise<void>;
}

/** The Placement service and nothing else on a journal: its world is loaded, the catalog is in it, and requests can come. */
export async function placementOnJournal(
  journal: Journal<Change>,
  settings: ServiceSettings,
): Promise<PlacementOnJournal> {
  const { now = Date.now } = settings;
  const { world, committer, feed } = await runLedger<WorldState, Command, Change>({
    world: new WorldState(),
    domain: placementDomain,
    journal,
    now,
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  await syncCatalog(commit, now());
  const handle = createPlacementService(
    { world: () => world, commit, changeNumber: () => feed.lastNumber },
    settings,
  );
  return { handle, world, close: () => committer.close() };
}
