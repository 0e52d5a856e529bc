import { conflict } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { checkLock } from '@berth/compute-engine/servers/check-action.ts';
import { isOwnLock } from '@berth/compute-engine/servers/lock-server.ts';
import { checkRule } from '../check-rule.ts';
import { accepted, endpoint } from '../endpoint.ts';
import { noLongerAvailable } from '../gone.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';

interface LockBody {
  readonly lock: { readonly locked_reason?: string } | null;
}

const reason: JsonSchema = {
  type: ['object', 'null'],
  properties: { locked_reason: { type: 'string', minLength: 1, maxLength: 255 } },
  additionalProperties: false,
};

/** Up to 2.72 what is sent with it is not looked at. */
const lockBody = versions.ladder<(sent: unknown) => LockBody>(
  ['2.1', () => ({ lock: null })],
  ['2.73', actionBody<'lock', LockBody['lock']>('lock', reason)],
);

export const lockServer = endpoint({
  route: actionRoute('lock'),
  input: (sent, { version }) => lockBody.at(version)?.(sent) as LockBody,
  find: findServer,
  policy: 'os_compute_api:os-lock-server:lock',
  target: targetOf,
  run: (context, { id }, { lock }) => {
    const { app, now } = context;
    const by = requesterOf(context);
    return app.commit(
      { kind: 'lock-server', id, reason: lock?.locked_reason ?? null, by, now },
      () => accepted,
    );
  },
});

export const unlockServer = endpoint({
  route: actionRoute('unlock'),
  find: findServer,
  policy: 'os_compute_api:os-lock-server:unlock',
  target: targetOf,
  run: (context, server) => {
    const { app, now } = context;
    const by = requesterOf(context);
    if (!isOwnLock(server, by)) checkRule(context, 'os_compute_api:os-lock-server:unlock:unlock_override');
    return app.commit({ kind: 'unlock-server', id: server.id, by, now }, () => accepted);
  },
});

const resetBody = actionBody<'os-resetState', { readonly state: 'active' | 'error' }>('os-resetState', {
  type: 'object',
  properties: { state: { type: 'string', enum: ['active', 'error'] } },
  required: ['state'],
  additionalProperties: false,
});

export const resetServerState = endpoint({
  route: actionRoute('os-resetState'),
  input: resetBody,
  find: findServer,
  policy: 'os_compute_api:os-admin-actions:reset_state',
  target: targetOf,
  run: (context, { id }, { 'os-resetState': { state: vmState } }) => {
    const { app, now } = context;
    const by = requesterOf(context);
    const newOrderId = app.newId() as OrderId;
    return app.commit({ kind: 'reset-server-state', id, vmState, by, newOrderId, now }, () => accepted);
  },
});

/** No hypervisor has done it for long: it is accepted, as by the original, and nothing comes of it. */
export const injectNetworkInfo = endpoint({
  route: actionRoute('injectNetworkInfo'),
  find: findServer,
  policy: 'os_compute_api:os-admin-actions:inject_network_info',
  target: targetOf,
  run: (context, server) => {
    checkLock(server, requesterOf(context));
    if (server.place === null) throw conflict(`Instance ${server.id} is not ready`);
    return accepted;
  },
});

/** It is not there any more, whoever asks and of whatever server. */
export const resetNetwork = endpoint({
  route: actionRoute('resetNetwork'),
  policy: null,
  run: () => {
    throw noLongerAvailable();
  },
});

/** For good, and at once, where deleted servers are otherwise kept for a while. */
export const forceDeleteServer = endpoint({
  route: actionRoute('forceDelete'),
  input: actionBody('forceDelete'),
  find: findServer,
  policy: 'os_compute_api:os-deferred-delete:force',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const [newOrderId, newDropId] = [app.newId() as OrderId, app.newId() as OrderId];
    const by = requesterOf(context);
    return app.commit(
      { kind: 'delete-server', id, isForGood: true, by, newOrderId, newDropId, now },
      () => accepted,
    );
  },
});
