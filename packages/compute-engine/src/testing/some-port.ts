import type { ServerPort } from '../network/server-port.ts';

/** A port that a server is to have, of whatever address is free. */
export function somePort(change: Partial<ServerPort> = {}): ServerPort {
  return {
    id: null,
    networkId: '33333333-3333-4333-8333-333333333333',
    isGiven: false,
    address: null,
    securityGroups: [],
    tag: null,
    ...change,
  };
}
