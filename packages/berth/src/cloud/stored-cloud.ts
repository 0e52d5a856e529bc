import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import { checkWorld } from '@berth/placement/rows/check-world.ts';
import { projectionsOf } from './cloud-part.ts';
import type { StoredCloud } from './composition.ts';
import { placementPart } from './placement-part.ts';

/** The whole state: each part in its own place. */
export interface Cloud {
  readonly placement: WorldState;
}

/** Those of all parts. */
export type CloudCommand = PlacementCommand;
export type CloudChange = PlacementChange;

/** The cloud that berth runs, without its services: commands on a ledger need not load these. */
export const storedCloud: StoredCloud<Cloud, CloudCommand, CloudChange> = {
  newWorld: () => ({ placement: new WorldState() }),
  domain: {
    decide: ({ placement }, command) => placementDomain.decide(placement, command),
    apply: ({ placement }, change) => placementDomain.apply(placement, change),
    sizeOf: ({ placement }, command) => placementDomain.sizeOf(placement, command),
    weightOf: (change) => placementDomain.weightOf(change),
  },
  parts: [placementPart],
  contradictionsIn: ({ placement }) => checkWorld(placement),
};

/** What a ledger of this cloud is opened with. */
export const cloudProjections = projectionsOf(storedCloud.parts);
