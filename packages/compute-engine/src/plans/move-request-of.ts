import { placeRequestOf } from '../servers/find-places.ts';
import type { PlaceRequest } from '../scheduler/place-request.ts';
import type { Server } from '../servers/server.ts';

/** What a server asks of another host than the one it is on. */
export function moveRequestOf(server: Server, to: string | null): PlaceRequest {
  return placeRequestOf(server, {
    diskFormat: null,
    forced: null,
    requested: to === null ? null : { host: to, nodeName: null },
    hints: { groupId: server.groupId, sameHosts: [], differentHosts: [], others: {} },
    ignoredHosts: server.place === null ? [] : [server.place.host],
  });
}
