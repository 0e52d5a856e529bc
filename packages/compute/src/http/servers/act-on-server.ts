import type { Answer } from '@berth/api-kit/endpoint.ts';
import { notFound } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { AskedWork } from '@berth/compute-engine/servers/act-on-server.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { accepted, type ComputeContext, type ComputeEndpoint, endpoint } from '../endpoint.ts';
import { refuseOutsiders } from '../refuse-outsiders.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, serverIdIn, targetOf } from './find-server.ts';
import { keepPassword } from './keep-password.ts';
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

/** Has the system in a machine write down what it is about, as if it had crashed. */
export const triggerCrashDump = endpoint({
  route: actionRoute('trigger_crash_dump'),
  since: '2.17',
  input: actionBody<'trigger_crash_dump', null>('trigger_crash_dump', { type: 'null' }),
  find: findInCell,
  policy: 'os_compute_api:servers:trigger_crash_dump',
  target: targetOf,
  run: (context, server) => actOn(context, server, { kind: 'crash-dump' }),
});

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

/** Those that look first for the cell of a server say so, and let nobody look there who is in no project and no administrator. */
function findInCell(context: ComputeContext): Server {
  const id = serverIdIn(context);
  if (!context.app.cloud.compute.servers.has(id)) throw notFound(`Instance ${id} has no mapping to a cell.`);
  refuseOutsiders(context);
  return findServer(context);
}

/** Has the host of a server do something with it. The host is told a password that goes with it, and nobody else. */
export async function actOn(
  context: ComputeContext,
  server: Server,
  work: AskedWork,
  answer: Answer = accepted,
  password: string | null = null,
): Promise<Answer> {
  await ordered(context, server, work, password);
  return answer;
}

/** The same, where more is to be known of the order. */
export function ordered(
  context: ComputeContext,
  { id }: Server,
  work: AskedWork,
  password: string | null = null,
): Promise<OrderId> {
  const { app, now } = context;
  const newOrderId = app.newId() as OrderId;
  const { limits: configured } = app.settings;
  return app.commit(
    { kind: 'act-on-server', id, work, by: requesterOf(context), configured, newOrderId, now },
    (_cloud, changes) => {
      if (password !== null) keepPassword(app, changes, password);
      return newOrderId;
    },
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
