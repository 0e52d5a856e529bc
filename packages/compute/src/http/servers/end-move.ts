import type { OrderId } from '@berth/compute-engine/ids.ts';
import { accepted, endpoint } from '../endpoint.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';

/** A server that has moved stays where it is now. What is sent with it is not looked at. */
export const confirmResize = endpoint({
  route: actionRoute('confirmResize'),
  input: actionBody<'confirmResize', unknown>('confirmResize'),
  find: findServer,
  policy: 'os_compute_api:servers:confirm_resize',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const newOrderId = app.newId() as OrderId;
    const by = requesterOf(context);
    return app.commit({ kind: 'confirm-move', id, by, newOrderId, now }, () => ({ status: 204 }));
  },
});

/** A server that has moved goes back to where it was. */
export const revertResize = endpoint({
  route: actionRoute('revertResize'),
  input: actionBody<'revertResize', unknown>('revertResize'),
  find: findServer,
  policy: 'os_compute_api:servers:revert_resize',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const newOrderId = app.newId() as OrderId;
    const by = requesterOf(context);
    const { limits: configured } = app.settings;
    return app.commit({ kind: 'revert-move', id, by, newOrderId, configured, now }, () => accepted);
  },
});
