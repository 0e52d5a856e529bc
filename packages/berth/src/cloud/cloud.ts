import { openHostLine } from '@berth/compute/hosts/host-line.ts';
import { mount } from '@berth/api-kit/mount.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { previewPaths } from '@berth/placement/http/route-paths.ts';
import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import { createOwnService } from '../own-api/create-own-service.ts';
import { feedsOf } from './cloud-part.ts';
import { cloudRules } from './cloud-rules.ts';
import { computeLedger } from './compute-ledger.ts';
import { computeProblems } from './compute-problems.ts';
import type { Composition } from './composition.ts';
import { explainingDecisions, isAboutDecisions, serveDecisions } from './decisions/serve-decisions.ts';
import { filterByTree } from './filter-by-tree.ts';
import { isAboutLedger } from './is-about-ledger.ts';
import { isForHosts, toldLeader } from './is-for-hosts.ts';
import { identityProblems } from './identity-problems.ts';
import { placementForHosts } from './placement-for-hosts.ts';
import { placementProblems } from './placement-problems.ts';
import { serveCompute } from './serve-compute.ts';
import { imageProblems } from './image-problems.ts';
import { serveImages } from './serve-images.ts';
import { serveHosts } from './serve-hosts.ts';
import { serveNetwork } from './serve-network.ts';
import { serveIdentity } from './serve-identity.ts';
import { isAboutPlans, servePlans } from './serve-plans.ts';
import { placementCommit, servePlacement } from './serve-placement.ts';
import { type Cloud, type CloudChange, type CloudCommand, storedCloud } from './stored-cloud.ts';

/** What berth runs. */
export const cloud: Composition<Cloud, CloudCommand, CloudChange> = {
  ...storedCloud,
  rules: cloudRules,
  serve: (ledger, around) => {
    const identity = around.config.authStrategy === 'identity' ? serveIdentity(ledger, around) : null;
    const own = createOwnService(ledger, feedsOf(storedCloud.parts), filterByTree, around);
    const placement = placementForHosts(
      (authenticate) => servePlacement(ledger, { ...around, authenticate }),
      ledger.world,
      around.authenticate,
      around.live.policies.compute,
    );
    const line = openHostLine(ledger.world, (tell) => void ledger.feed.onNews(tell));
    const ofCompute = computeLedger(ledger);
    const explaining = explainingDecisions(ofCompute, around);
    const hosts = serveHosts(explaining, line, around);
    const decisions = serveDecisions(ofCompute, around);
    const plans = servePlans(explaining, around);
    const root: Handle = (request) => {
      if (isForHosts(request)) return hosts(request);
      if (isAboutDecisions(request)) return decisions(request);
      if (isAboutPlans(request)) return plans(request);
      return isAboutLedger(request) ? own(request) : placement(request);
    };
    const images = serveImages(ledger, around);
    const network = serveNetwork(around);
    return mount([
      { prefix: '/compute', handle: serveCompute(explaining, line, around, images) },
      ...(images === null ? [] : [{ prefix: '/image', handle: images.handle }]),
      ...(network === null ? [] : [{ prefix: '/network', handle: network }]),
      // Where clients of a whole cloud look for it, and where those of Placement alone always have.
      { prefix: '/placement', handle: root },
      ...(identity ? [{ prefix: '/identity', handle: identity }] : []),
      { prefix: '', handle: root },
    ]);
  },
  previews: previewPaths,
  toldLeader,
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  *problemsIn({ placement, compute, identity, images }) {
    yield* placementProblems(placement);
    yield* computeProblems(compute);
    yield* identityProblems(identity);
    yield* imageProblems(images);
  },
  workerModule: new URL('../workers/worker-thread.ts', import.meta.url),
};
