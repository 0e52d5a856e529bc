import type { Asker } from '@berth/compute-engine/quotas/asker.ts';
import type { ComputeContext } from './endpoint.ts';
import { refuseOutsiders } from './refuse-outsiders.ts';

/** The caller, as far as limits go. Whoever is in no project has none, and so nothing, but for administrators. */
export function askerOf({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>): Asker {
  refuseOutsiders({ app, caller });
  const { projectId, userId } = caller;
  return { projectId, userId, configured: app.settings.limits };
}
