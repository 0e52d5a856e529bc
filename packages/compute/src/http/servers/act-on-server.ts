import type { Answer } from '@berth/api-kit/endpoint.ts';
import { notFound } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { AskedWork } from '@berth/compute-engine/servers/act-on-server.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { accepted, type ComputeContext, type ComputeEndpoint, endpoint } from '../endpoint.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, serverIdIn, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';

/** What is sent with most of them is not looked at. */
export const plainActions: readonly ComputeEndpoint[] = [
  plain('os-stop', 'servers:stop', { kind: 'stop' }, findInCell),
  plain('os-start', 'servers:start', { kind: 'start' }, findInCell),
  plain('pause', 'os-pause-server:pause', { kind: 'pause' }),
  plain('unpause', 'os-pause-server:unpause', { kind: 'unpause' }),
  plain('suspend', 'os-suspend-server:suspend', { kind: 'suspend' }),
  plain('resume', 'os-suspend-server:resume', { kind: 'resume' }),
  plain('unrescue', 'os-unrescue', { kind: 'unrescue' }),
  plain('restore', 'os-deferred-delete:restore', { kind: 'restore' }),
];

function plain(name: string, rule: string, work: AskedWork, find = findServer): ComputeEndpoint {
  return endpoint({
    route: actionRoute(name),
    input: actionBody<string, unknown>(name),
    find,
    policy: `os_compute_api:${rule}`,
    target: targetOf,
    run: (context, server) => actOn(context, server, work),
  });
}

/** Those that look first for the cell of a server say so. */
function findInCell(context: ComputeContext): Server {
  const id = serverIdIn(context);
  if (context.app.cloud.compute.servers.has(id)) return findServer(context);
  throw notFound(`Instance ${id} has no mapping to a cell.`);
}

/** Has the host of a server do something with it. */
export function actOn(
  context: ComputeContext,
  { id }: Server,
  work: AskedWork,
  answer: Answer = accepted,
): Promise<Answer> {
  const { app, now } = context;
  const newOrderId = app.newId() as OrderId;
  return app.commit(
    { kind: 'act-on-server', id, work, by: requesterOf(context), newOrderId, now },
    () => answer,
  );
}

const rebootType: JsonSchema = {
  type: 'object',
  properties: { type: { type: 'string', enum: ['HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft'] } },
  required: ['type'],
  additionalProperties: false,
};

export const rebootServer = endpoint({
  route: actionRoute('reboot'),
  input: actionBody<'reboot', { readonly type: string }>('reboot', rebootType),
  find: findServer,
  policy: 'os_compute_api:servers:reboot',
  target: targetOf,
  run: (context, server, { reboot: { type } }) =>
    actOn(context, server, { kind: 'reboot', isHard: type.toLowerCase() === 'hard' }),
});
