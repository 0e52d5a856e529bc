import { badRequest } from '@berth/api-kit/http-error.ts';
import { keypairId } from '@berth/compute-engine/keypairs/keypair.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';

/** The key pair of the caller's that a server is to be made with. */
export function findKey({ app, caller }: ComputeContext, name: string): NonNullable<Server['key']> {
  const keypair = app.cloud.compute.keypairs.get(keypairId(caller.userId ?? '', name));
  if (!keypair) throw badRequest('Invalid key_name provided.');
  return { name, publicKey: keypair.publicKey };
}
