import { mount } from '@berth/api-kit/mount.ts';
import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import { feedsOf } from '../cloud/cloud-part.ts';
import { cloud } from '../cloud/cloud.ts';
import { cloudRules } from '../cloud/cloud-rules.ts';
import type { Composition } from '../cloud/composition.ts';
import { filterByTree } from '../cloud/filter-by-tree.ts';
import { placementProblems } from '../cloud/placement-problems.ts';
import { placementCommit, servePlacement } from '../cloud/serve-placement.ts';
import { createOwnService } from '../own-api/create-own-service.ts';
import {
  type ChangeWithServers,
  type CloudWithServers,
  cloudWithServers,
  type CommandWithServers,
} from './cloud-with-servers.ts';
import { serverRules, serveServers } from './servers/serve-servers.ts';

/** Both services and what is about the whole ledger, on one port: put together as berth's own cloud is. */
export const servedWithServers: Composition<CloudWithServers, CommandWithServers, ChangeWithServers> = {
  ...cloudWithServers,
  rules: { ...cloudRules, compute: serverRules },
  serve: (ledger, around) => {
    const own = createOwnService(ledger, feedsOf(cloudWithServers.parts), filterByTree, around);
    return mount([
      { prefix: '/compute', handle: serveServers(ledger, around) },
      { prefix: '/placement', handle: servePlacement(ledger, around) },
      { prefix: '', handle: own },
    ]);
  },
  previews: cloud.previews.map((path) => `/placement${path}`),
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  problemsIn: ({ placement }) => placementProblems(placement),
  workerModule: new URL('./worker-with-servers.ts', import.meta.url),
};
