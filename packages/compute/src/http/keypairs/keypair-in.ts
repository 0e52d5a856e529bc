import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { type Keypair, keypairId } from '@berth/compute-engine/keypairs/keypair.ts';
import { assert } from '@berth/engine/assert.ts';

/** One that a command has just written. */
export function keypairIn({ keypairs }: Compute, userId: string, name: string): Keypair {
  const keypair = keypairs.get(keypairId(userId, name));
  assert(keypair, 'a key pair that was written is there');
  return keypair;
}
