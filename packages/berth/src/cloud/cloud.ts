import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import { placementFeed } from '@berth/placement/feed/placement-feed.ts';
import { TreeFilter } from '@berth/placement/feed/tree-filter.ts';
import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { placementRules } from '@berth/placement/policy/rules.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import type { FeedParts } from '../own-api/changes/feed-part.ts';
import { createOwnService } from '../own-api/create-own-service.ts';
import { isOwn } from '../own-api/is-own.ts';
import { ownRules } from '../own-api/own-rules.ts';
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

const feed: FeedParts<Cloud> = {
  parts: [placementFeed],
  filterOf: (changes, world) => new TreeFilter(changes, () => world().placement),
};

/** What berth runs. */
export const cloud: Composition<Cloud, CloudCommand, CloudChange> = {
  newWorld: () => ({ placement: new WorldState() }),
  domain: {
    decide: ({ placement }, command) => placementDomain.decide(placement, command),
    apply: ({ placement }, change) => placementDomain.apply(placement, change),
    sizeOf: ({ placement }, command) => placementDomain.sizeOf(placement, command),
    weightOf: (change) => placementDomain.weightOf(change),
  },
  parts: [placementProjection],
  rules: [...placementRules, ...ownRules],
  serve: (ledger, around) => {
    const own = createOwnService(ledger, feed, around);
    const placement = servePlacement(ledger, around);
    return (request) => (isOwn(request) ? own(request) : placement(request));
  },
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  problemsIn: ({ placement }) => placementProblems(placement),
  workerModule: new URL('../workers/worker-thread.ts', import.meta.url),
};
