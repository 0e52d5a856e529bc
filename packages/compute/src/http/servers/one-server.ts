import { notFound } from '@berth/api-kit/http-error.ts';
import { noContent } from '@berth/api-kit/endpoint.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { KeptEncodings } from '../kept-encodings.ts';
import { addressesByNetwork } from './addresses.ts';
import { findServer, serverIdIn, serverNotFound, targetOf } from './find-server.ts';
import { hostStatusSeen } from './host-status.ts';
import { isGroupThere, shownServer } from './server-view.ts';
import { serverViewer } from './server-viewer.ts';
import { viewKeys } from './view-keys.ts';

const path = `${base}/servers/{server_id}`;

export const showServer = endpoint({
  route: `GET ${path}`,
  find: findServer,
  policy: 'os_compute_api:servers:show',
  target: targetOf,
  run: (context, server) => {
    const viewer = serverViewer(context, targetOf(context, server));
    // What it shows of others: its host and its group.
    const key = `${viewKeys(context, viewer)(server)} ${hostStatusSeen(viewer, server)} ${isGroupThere(viewer, server)}`;
    const encode = () => `{"server":${shownServer(context, viewer, server)}}`;
    return { status: 200, body: kept.of(key, server, encode) };
  },
});

const kept = new KeptEncodings<Server, string>();

export const listAddresses = endpoint({
  route: `GET ${path}/ips`,
  find: findServer,
  policy: 'os_compute_api:ips:index',
  target: targetOf,
  run: (_context, server) => json(200, { addresses: addressesOf(server) }),
});

export const showAddressesOfNetwork = endpoint({
  route: `GET ${path}/ips/{network}`,
  find: findServer,
  policy: 'os_compute_api:ips:show',
  target: targetOf,
  run: ({ params }, server) => {
    const network = params['network'] as string; // The path has it.
    const addresses = addressesOf(server);
    if (!Object.hasOwn(addresses, network)) throw notFound('Instance is not a member of specified network');
    return json(200, { [network]: addresses[network] });
  },
});

export const listMetadata = endpoint({
  route: `GET ${path}/metadata`,
  find: findServer,
  policy: 'os_compute_api:server-metadata:index',
  target: targetOf,
  run: (_context, { metadata }) => json(200, { metadata }),
});

export const showMetadataItem = endpoint({
  route: `GET ${path}/metadata/{key}`,
  find: findServer,
  policy: 'os_compute_api:server-metadata:show',
  target: targetOf,
  run: ({ params }, { metadata }) => {
    const key = params['key'] as string; // The path has it.
    if (!Object.hasOwn(metadata, key)) throw notFound('Metadata item was not found');
    return json(200, { meta: { [key]: metadata[key] } });
  },
});

export const listTags = endpoint({
  route: `GET ${path}/tags`,
  since: '2.26',
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:index',
  target: targetOf,
  run: (context, server) => json(200, { tags: tagsOf(context, server) }),
});

export const showTag = endpoint({
  route: `GET ${path}/tags/{tag}`,
  since: '2.26',
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:show',
  target: targetOf,
  run: (context, server) => {
    const tag = context.params['tag'] as string; // The path has it.
    if (!tagsOf(context, server).includes(tag)) throw notFound(`Server ${server.id} has no tag '${tag}'`);
    return noContent;
  },
});

/** Tags are told of servers of whatever project, if the rule allows it: one that is another's is forbidden, and not missing. */
export function findTagged(context: ComputeContext): Server {
  const id = serverIdIn(context);
  const server = context.app.cloud.compute.servers.get(id);
  if (server === undefined) throw notFound(`Instance ${id} has no mapping to a cell.`);
  return server;
}

function tagsOf(context: ComputeContext, { deletedAt, tags }: Server): readonly string[] {
  if (deletedAt !== null) throw serverNotFound(context);
  return tags;
}

function addressesOf(server: Server): Readonly<Record<string, object[]>> {
  return addressesByNetwork(server, ({ version, address }) => ({ version, addr: address }));
}
