import type { Asker } from '@berth/compute-engine/quotas/asker.ts';
import type { ComputeContext } from './endpoint.ts';

/** The caller, as far as limits go. */
export function askerOf({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>): Asker {
  return { projectId: caller.projectId, userId: caller.userId, configured: app.settings.limits };
}
