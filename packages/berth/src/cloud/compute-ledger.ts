import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { ServedLedger } from './composition.ts';

export type ComputeLedger = ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>;

/** The ledger as compute sees it, whatever other parts it has. */
export function computeLedger(
  ledger: ServedLedger<ComputeCloud, ComputeCommand, KindedChange>,
): ComputeLedger {
  return {
    ...ledger,
    commit: (command, read) =>
      ledger.commit(command, (cloud, changes) => {
        // What is asked of compute is decided by compute and by Placement, so they are theirs.
        return read(cloud, changes as readonly (ComputeChange | PlacementChange)[]);
      }),
    // Compute looks at how far it has come, and never at what is in it.
    feed: ledger.feed as ChangeFeed<ComputeChange | PlacementChange>,
  };
}
