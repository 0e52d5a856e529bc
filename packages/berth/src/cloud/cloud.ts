import { placementGaugesOf } from '@berth/placement/metrics.ts';
import { syncCatalog } from '@berth/placement/sync-catalog.ts';
import { cloudRules } from './cloud-rules.ts';
import type { Composition } from './composition.ts';
import { placementCommit, servePlacement } from './serve-placement.ts';
import { placementProblems } from './placement-problems.ts';
import { type Cloud, type CloudChange, type CloudCommand, storedCloud } from './stored-cloud.ts';

/** What berth runs. */
export const cloud: Composition<Cloud, CloudCommand, CloudChange> = {
  ...storedCloud,
  rules: cloudRules,
  serve: servePlacement,
  seed: (commit, now) => syncCatalog(placementCommit(commit), now),
  gauges: ({ placement }) => placementGaugesOf(placement),
  problemsIn: ({ placement }) => placementProblems(placement),
  workerModule: new URL('../workers/worker-thread.ts', import.meta.url),
};
