import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { assert } from '@berth/engine/assert.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { type Metadata, metadataBody } from './metadata-body.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { metadata } from './server-fragments.ts';

const path = `${base}/servers/{server_id}/metadata`;

const allBody = metadataBody<'metadata'>('metadata', metadata);
const itemBody = metadataBody<'meta'>('meta', { ...metadata, minProperties: 1, maxProperties: 1 });

export const addMetadata = endpoint({
  route: `POST ${path}`,
  input: allBody,
  find: findServer,
  policy: 'os_compute_api:server-metadata:create',
  target: targetOf,
  run: (context, server, { metadata: added }) => write(context, server, added, false),
});

export const replaceMetadata = endpoint({
  route: `PUT ${path}`,
  input: allBody,
  find: findServer,
  policy: 'os_compute_api:server-metadata:update_all',
  target: targetOf,
  run: (context, server, { metadata: all }) => write(context, server, all, true),
});

export const setMetadataItem = endpoint({
  route: `PUT ${path}/{key}`,
  input: itemBody,
  find: findServer,
  policy: 'os_compute_api:server-metadata:update',
  target: targetOf,
  run: async (context, server, { meta }) => {
    if (!Object.hasOwn(meta, keyIn(context))) throw badRequest('Request body and URI mismatch');
    await write(context, server, meta, false);
    return json(200, { meta });
  },
});

export const removeMetadataItem = endpoint({
  route: `DELETE ${path}/{key}`,
  find: findServer,
  policy: 'os_compute_api:server-metadata:delete',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const by = requesterOf(context);
    return app.commit({ kind: 'remove-metadata', id, key: keyIn(context), by, now }, () => noContent);
  },
});

function write(context: ComputeContext, { id }: Server, added: Metadata, isWhole: boolean) {
  const { app, now } = context;
  const by = requesterOf(context);
  const configured = app.settings.limits;
  return app.commit(
    { kind: 'set-metadata', id, metadata: added, isWhole, by, configured, now },
    ({ compute }) => {
      const server = compute.servers.get(id);
      assert(server, 'a server that was written is there');
      return json(200, { metadata: server.metadata });
    },
  );
}

function keyIn({ params }: Pick<ComputeContext, 'params'>): string {
  return params['key'] as string; // The path has it.
}
