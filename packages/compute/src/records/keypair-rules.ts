import { type Keypair, keypairId } from '@berth/compute-engine/keypairs/keypair.ts';
import { addressLikeName, type } from '../http/keypairs/bodies.ts';
import { longestKey, readPublicKey } from '../keys/read-public-key.ts';
import { hasShape, instant, ownerId, seriesNumber } from './thing-shape.ts';

const shape = hasShape<Keypair>('keypair', {
  number: seriesNumber,
  id: { type: 'string' },
  userId: ownerId,
  name: addressLikeName,
  type,
  publicKey: { type: 'string', maxLength: longestKey },
  fingerprint: { type: 'string' },
  createdAt: instant,
});

/** A key pair is called by its user and name, and its fingerprint is that of its key. */
export function* keypairProblems(keypair: Keypair): Generator<string> {
  const problems = [...shape(keypair)];
  yield* problems;
  if (problems.length > 0) return;
  const { id, userId, name, type, publicKey, fingerprint } = keypair;
  if (id !== keypairId(userId, name)) yield `keypair ${id} is not called by its user and name`;
  const read = readPublicKey(type, publicKey);
  if (!('fingerprint' in read)) yield `keypair ${id}: ${read.problem}`;
  else if (read.fingerprint !== fingerprint) yield `keypair ${id}: its fingerprint is that of another key`;
}
