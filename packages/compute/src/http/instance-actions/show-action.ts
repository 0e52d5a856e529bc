import { notFound } from '@berth/api-kit/http-error.ts';
import { actionId } from '@berth/compute-engine/actions/action.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { targetOf } from '../servers/find-server.ts';
import { shownAction } from './action-view.ts';
import { findServerWithActions } from './find-server-with-actions.ts';

export const showAction = endpoint({
  route: `GET ${base}/servers/{server_id}/os-instance-actions/{request_id}`,
  find: findServerWithActions,
  policy: 'os_compute_api:os-instance-actions:show',
  target: targetOf,
  run: (context, server) => {
    const { app, caller, params } = context;
    const requestId = params['request_id'] as string; // The path has it.
    const action = app.cloud.compute.actions.get(actionId(server.id, requestId));
    if (action === undefined) throw notFound(`Action ${requestId} not found`);
    const allows = (rule: string) => app.policy.allows(rule, caller, targetOf(context, server));
    const viewer = {
      seesAll: allows('os_compute_api:os-instance-actions:events'),
      seesDetails: allows('os_compute_api:os-instance-actions:events:details'),
    };
    return json(200, { instanceAction: shownAction(context, viewer, action) });
  },
});
