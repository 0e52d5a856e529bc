import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { removalOf } from '../removal-of.ts';
import { refuse } from '../refusals.ts';
import { type Keypair, keypairId } from './keypair.ts';

export interface DeleteKeypair {
  readonly kind: 'delete-keypair';
  readonly userId: string;
  readonly name: string;
}

export function deleteKeypair(compute: Compute, { userId, name }: DeleteKeypair): readonly ComputeChange[] {
  return [removalOf('keypair', keypairOf(compute, userId, name))];
}

/** Refuses where there is none. */
export function keypairOf({ keypairs }: Pick<Compute, 'keypairs'>, userId: string, name: string): Keypair {
  return keypairs.get(keypairId(userId, name)) ?? refuse({ kind: 'keypair-not-found', userId, name });
}
