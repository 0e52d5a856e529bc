import { HttpError } from '@berth/api-kit/http-error.ts';
import type { Asker } from '@berth/compute-engine/quotas/asker.ts';
import type { ComputeContext } from './endpoint.ts';
import { isAdmin } from './is-admin.ts';

/** The caller, as far as limits go. Whoever is in no project has none, and so nothing, but for administrators. */
export function askerOf({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>): Asker {
  const { projectId, userId } = caller;
  if (projectId === null && !isAdmin({ app, caller })) throw new HttpError(403, 'Forbidden');
  return { projectId, userId, configured: app.settings.limits };
}
