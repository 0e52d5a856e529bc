import { assert, unreachable } from '@berth/engine/assert.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Server, Servers } from './server.ts';

export type ServerChange =
  | { readonly kind: 'server-added'; readonly server: Server }
  | { readonly kind: 'server-renamed'; readonly id: ConsumerId; readonly name: string }
  | { readonly kind: 'server-removed'; readonly id: ConsumerId };

export const serverChangeKinds = {
  'server-added': true,
  'server-renamed': true,
  'server-removed': true,
} satisfies Record<ServerChange['kind'], true>;

export function isServerChange(change: { readonly kind: string }): change is ServerChange {
  return Object.hasOwn(serverChangeKinds, change.kind);
}

/** Changes the servers and returns the change that undoes it. */
export function applyServerChange(servers: Servers, change: ServerChange): ServerChange {
  switch (change.kind) {
    case 'server-added': {
      const { server } = change;
      assert(!servers.has(server.id), `server ${server.id} is new`);
      servers.set(server.id, server);
      return { kind: 'server-removed', id: server.id };
    }
    case 'server-renamed': {
      const { id, name } = change;
      const server = known(servers, id);
      servers.set(id, { ...server, name });
      return { kind: 'server-renamed', id, name: server.name };
    }
    case 'server-removed': {
      const server = known(servers, change.id);
      servers.delete(change.id);
      return { kind: 'server-added', server };
    }
    default:
      return unreachable(change);
  }
}

function known(servers: Servers, id: ConsumerId): Server {
  const server = servers.get(id);
  assert(server, `server ${id} is known`);
  return server;
}
