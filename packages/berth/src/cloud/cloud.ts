import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { placementRules } from '@berth/placement/policy/rules.ts';
import { placementRecords } from '@berth/placement/records/placement-records.ts';
import { checkWorld } from '@berth/placement/rows/check-world.ts';
import { placementChecks } from '@berth/placement/rows/placement-checks.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import type { Composition } from './composition.ts';
import { placementCommit, servePlacement } from './serve-placement.ts';
import { placementProblems } from './placement-problems.ts';

/** The whole state: each part in its own place. */
export interface Cloud {
  readonly placement: WorldState;
}

/** Those of all parts. */
export type CloudCommand = PlacementCommand;
export type CloudChange = PlacementChange;

/** What berth runs. */
export const cloud: Composition<Cloud, CloudCommand, CloudChange> = {
  newWorld: () => ({ placement: new WorldState() }),
  domain: {
    decide: ({ placement }, command) => placementDomain.decide(placement, command),
    apply: ({ placement }, change) => placementDomain.apply(placement, change),
    sizeOf: ({ placement }, command) => placementDomain.sizeOf(placement, command),
    weightOf: (change) => placementDomain.weightOf(change),
  },
  parts: [{ projection: placementProjection, records: placementRecords, checks: placementChecks }],
  rules: placementRules,
  serve: servePlacement,
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  problemsIn: ({ placement }) => placementProblems(placement),
  contradictionsIn: ({ placement }) => checkWorld(placement),
  workerModule: new URL('../workers/worker-thread.ts', import.meta.url),
};
