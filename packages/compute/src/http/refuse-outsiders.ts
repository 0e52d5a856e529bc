import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from './endpoint.ts';
import { isAdmin } from './is-admin.ts';

/** Whoever is in no project is let at nothing that is looked up for a project, and is not told what there is; but for administrators. */
export function refuseOutsiders({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>): void {
  if (caller.projectId === null && !isAdmin({ app, caller })) throw new HttpError(403, 'Forbidden');
}
