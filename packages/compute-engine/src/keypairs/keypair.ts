import type { Instant } from '@berth/engine/ids.ts';
import type { KeypairId } from '../ids.ts';
import { pairId } from '../pair-id.ts';

/** A public key that servers can be made with, in whatever project. The private one is its owner's alone and is never kept. */
export interface Keypair {
  readonly number: number;
  readonly id: KeypairId;
  readonly userId: string;
  /** No two of a user have one. */
  readonly name: string;
  readonly type: KeypairType;
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly createdAt: Instant;
}

export type KeypairType = 'ssh' | 'x509';

export function keypairId(userId: string, name: string): KeypairId {
  return pairId(userId, name) as KeypairId;
}
