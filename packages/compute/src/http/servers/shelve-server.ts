import type { OrderId } from '@berth/compute-engine/ids.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { accepted, type ComputeContext, endpoint } from '../endpoint.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { withNewImage } from './with-new-image.ts';

/** A server is stopped, and an image made of it that it can be made of again. What has a volume needs no image. */
export const shelveServer = endpoint({
  route: actionRoute('shelve'),
  input: actionBody<'shelve', unknown>('shelve'),
  find: findServer,
  policy: 'os_compute_api:os-shelve:shelve',
  target: targetOf,
  run: async (context, server) => {
    // Before there is an image; and again when it is decided.
    checkAction(server, actionRules.shelve, requesterOf(context));
    if (server.image === null) return shelve(context, server, null);
    const asked = { name: shelvedName(server), type: 'snapshot', metadata: {} } as const;
    return withNewImage(context, server, asked, (imageId) => shelve(context, server, imageId));
  },
});

/** As long as the name of an image may be. */
function shelvedName({ name }: Server): string {
  const suffix = '-shelved';
  return `${name.slice(0, 255 - suffix.length).toWellFormed()}${suffix}`;
}

function shelve(context: ComputeContext, { id }: Server, imageId: string | null): Promise<Answer> {
  const { app, now } = context;
  const isOffloaded = app.settings.servers.offloadsAtOnce;
  const by = requesterOf(context);
  const newOrderId = app.newId() as OrderId;
  return app.commit({ kind: 'shelve-server', id, imageId, isOffloaded, by, newOrderId, now }, () => accepted);
}

/** What is left of a shelved server on its host goes. */
export const offloadServer = endpoint({
  route: actionRoute('shelveOffload'),
  input: actionBody<'shelveOffload', unknown>('shelveOffload'),
  find: findServer,
  policy: 'os_compute_api:os-shelve:shelve_offload',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const newOrderId = app.newId() as OrderId;
    return app.commit(
      { kind: 'offload-server', id, by: requesterOf(context), newOrderId, now },
      () => accepted,
    );
  },
});
