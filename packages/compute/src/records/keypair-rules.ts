import { keypairId, type Keypair } from '@berth/compute-engine/keypairs/keypair.ts';

/** What a key pair has to be by itself. */
export function* keypairProblems(keypair: Keypair): Generator<string> {
  const { id, number, userId, name, type, publicKey, fingerprint, createdAt } = keypair;
  const texts = { userId, name, publicKey, fingerprint };
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || text === '') yield `keypair ${id} has no ${key}`;
  }
  if (type !== 'ssh' && type !== 'x509') yield `keypair ${id}: type is ${type}`;
  if (!Number.isInteger(number) || number < 1) yield `keypair ${id}: number is ${number}`;
  if (!Number.isFinite(createdAt)) yield `keypair ${id} was made at no time`;
  if (id !== keypairId(String(userId), String(name)))
    yield `keypair ${id} is not called by its user and name`;
}
