import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';

/** What its owner says of a server, at any time; what is left out stays. */
export interface UpdateServer {
  readonly kind: 'update-server';
  readonly id: ConsumerId;
  readonly fields: Partial<
    Pick<Server, 'name' | 'hostname' | 'description' | 'accessIpV4' | 'accessIpV6' | 'diskConfig'>
  >;
  readonly now: Instant;
}

export function updateServer(compute: Compute, { id, fields, now }: UpdateServer): readonly ComputeChange[] {
  const server = serverOf(compute, id);
  return [{ kind: 'server-set', thing: { ...server, ...fields, updatedAt: now } }];
}
