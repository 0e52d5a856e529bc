import type { ServerFault } from '../servers/server.ts';

/** What clients are told of a server that has no host: as the original says it, since some look for its words. */
export type PlaceFault = Pick<ServerFault, 'code' | 'message'>;

export function noValidHost(reason: string): PlaceFault {
  return { code: 500, message: `No valid host was found. ${reason}` };
}
