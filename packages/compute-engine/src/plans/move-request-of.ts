import { placeRequestOf } from '../servers/find-places.ts';
import type { PlaceRequest } from '../scheduler/place-request.ts';
import { searchOf } from '../servers/search-of.ts';
import type { Server } from '../servers/server.ts';

/** What a server asks of another host than the one it is on. */
export function moveRequestOf(server: Server, to: string | null): PlaceRequest {
  const ignoredHosts = server.place === null ? [] : [server.place.host];
  return placeRequestOf(server, searchOf(server, { host: to, ignoredHosts }));
}
