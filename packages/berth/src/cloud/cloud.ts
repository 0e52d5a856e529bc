import { TreeFilter } from '@berth/placement/feed/tree-filter.ts';
import { checkReshaperPath } from '@berth/placement/http/reshaper/check-reshaper.ts';
import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import type { MakeChangeFilter } from '../own-api/changes/feed-part.ts';
import { createOwnService } from '../own-api/create-own-service.ts';
import { isOwn } from '../own-api/is-own.ts';
import { cloudRules } from './cloud-rules.ts';
import type { Composition } from './composition.ts';
import { placementCommit, servePlacement } from './serve-placement.ts';
import { placementProblems } from './placement-problems.ts';
import { type Cloud, type CloudChange, type CloudCommand, storedCloud } from './stored-cloud.ts';

/** What berth runs. */
export const cloud: Composition<Cloud, CloudCommand, CloudChange> = {
  ...storedCloud,
  rules: cloudRules,
  serve: (ledger, around) => {
    const feeds = storedCloud.parts.map(({ feed }) => feed);
    const own = createOwnService(ledger, feeds, treesOf, around);
    const placement = servePlacement(ledger, around);
    return (request) => (isOwn(request) ? own(request) : placement(request));
  },
  previews: [checkReshaperPath],
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  problemsIn: ({ placement }) => placementProblems(placement),
  workerModule: new URL('../workers/worker-thread.ts', import.meta.url),
};

const treesOf: MakeChangeFilter<Cloud> = (feed, world) => new TreeFilter(feed, () => world().placement);
