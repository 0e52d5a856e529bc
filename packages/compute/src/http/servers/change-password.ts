import { unreachable } from '@berth/engine/assert.ts';
import type { Answer } from '@berth/api-kit/endpoint.ts';
import { conflict, HttpError, notFound, unavailable } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionId } from '@berth/compute-engine/actions/action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { AwaitedEnd } from '../../hosts/order-ends.ts';
import { accepted, type ComputeContext, endpoint } from '../endpoint.ts';
import { ordered } from './act-on-server.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';
import { adminPass } from './server-fragments.ts';

const password: JsonSchema = {
  type: 'object',
  properties: { adminPass },
  required: ['adminPass'],
  additionalProperties: false,
};

/** It is answered when the host has done it, as in the original: who is told that it is well can log in. */
export const changePassword = endpoint({
  route: actionRoute('changePassword'),
  input: actionBody<'changePassword', { readonly adminPass: string }>('changePassword', password),
  find: findServer,
  policy: 'os_compute_api:os-admin-password',
  target: targetOf,
  run: async (context, server, { changePassword: { adminPass: chosen } }) => {
    const { ends, patienceMs } = context.app.line;
    if (!ends.hasRoom) throw unavailable('Too many passwords are being changed.');
    const orderId = await ordered(context, server, { kind: 'set-password' }, chosen);
    return answerTo(await ends.wait(orderId, patienceMs), context, server);
  },
});

function answerTo(end: AwaitedEnd, context: ComputeContext, server: Server): Answer {
  switch (end.kind) {
    case 'done':
      return accepted;
    case 'failed':
      throw end.isUnsupported ? unsupported() : conflict(end.message);
    case 'gone':
      return fromAction(context, server);
    case 'time':
      throw unavailable(
        'The host has not answered in time. What becomes of it is seen in the actions of the server.',
      );
    default:
      return unreachable(end);
  }
}

/** Nobody has heard its end: it was told before anybody listened, or it is not to be done any more. */
function fromAction({ app, requestId }: ComputeContext, { id }: Server): Answer {
  const [step] = app.cloud.compute.actions.get(actionId(id, requestId))?.events ?? [];
  if (step?.result === 'Success') return accepted;
  if (step?.result === 'Error') throw conflict(step.details ?? 'The password could not be set.');
  if (app.cloud.compute.servers.get(id)?.deletedAt === null)
    throw conflict(`The password of instance ${id} was not set: something else was asked for.`);
  throw notFound(`Instance ${id} could not be found.`);
}

function unsupported(): HttpError {
  return new HttpError(501, 'Unable to set password on instance');
}
