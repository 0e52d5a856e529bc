import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { Server } from './server.ts';

/** One that lives; refuses where there is none. */
export function serverOf({ servers }: Pick<Compute, 'servers'>, id: ConsumerId): Server {
  const server = servers.get(id);
  return server && server.deletedAt === null ? server : refuse({ kind: 'server-not-found', id });
}
