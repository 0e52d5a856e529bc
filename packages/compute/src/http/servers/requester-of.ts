import type { Requester } from '@berth/compute-engine/actions/requester.ts';
import type { ComputeContext } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';

/** The caller, as whoever has asked for something to be done. */
export function requesterOf(context: ComputeContext): Requester {
  const { app, caller, requestId } = context;
  return {
    requestId,
    userId: caller.userId ?? '',
    projectId: caller.projectId ?? '',
    isAdmin: isAdmin(context),
    apiHost: app.settings.servers.apiHost,
  };
}
