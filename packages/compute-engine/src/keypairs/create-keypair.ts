import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { nextNumber } from '../next-number.ts';
import { limitsOfProject, limitsOfUser } from '../quotas/limits-in-force.ts';
import { mostOf } from '../quotas/most-of.ts';
import type { Asker } from '../quotas/asker.ts';
import { refuse } from '../refusals.ts';
import { keypairId, type KeypairType } from './keypair.ts';

export interface CreateKeypair extends NewKeypair {
  readonly kind: 'create-keypair';
  readonly type: KeypairType;
  /** Whoever has read the key may have found it to be none. */
  readonly key: { readonly publicKey: string; readonly fingerprint: string } | { readonly problem: string };
  readonly now: Instant;
}

/** What has to hold before it is worth making a key. */
export interface NewKeypair {
  readonly userId: string;
  readonly name: string;
  /** Whose limits count: an administrator may make it for somebody else. */
  readonly asker: Asker;
}

export function createKeypair(compute: Compute, command: CreateKeypair): readonly ComputeChange[] {
  const { userId, name, type, key, now } = command;
  // In this order: clients see which of the three it was.
  refuseTooManyKeypairs(compute, command);
  if ('problem' in key) refuse({ kind: 'keypair-invalid', problem: key.problem });
  const id = keypairId(userId, name);
  if (compute.keypairs.has(id)) refuse({ kind: 'keypair-exists', name });
  const { number, given } = nextNumber(compute, 'keypairs');
  const thing = { number, id, userId, name, type, ...key, createdAt: now };
  return [given, { kind: 'keypair-set', thing }];
}

/** The asker's limit, for those that the user has: of project and user the smaller one, so one without end is the smallest. */
export function refuseTooManyKeypairs(compute: Compute, { userId, asker }: NewKeypair): void {
  const limit = Math.min(limitsOfProject(compute, asker).keypairs, limitsOfUser(compute, asker).keypairs);
  if (compute.keypairs.countOf(userId) >= mostOf('keypairs', limit)) refuse({ kind: 'too-many-keypairs' });
}
