import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Identity } from '../domain/identity-state.ts';
import type { TokenKey } from '../domain/tokens/token-key.ts';
import type { Claims } from './claims.ts';
import { packClaims, unpackClaims } from './pack-claims.ts';

/**
 * A token is its claims, encrypted and authenticated (AES-256-GCM) with a key of the ledger: nobody without the key can make one,
 * change one or read one, and nothing has to be written when one is made. Its first bytes say which form it has and which key it is
 * of; they are authenticated as well.
 */
export function sealToken(key: TokenKey, claims: Claims): string {
  const head = Buffer.concat([form, Buffer.from(key.id, 'hex')]);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, secretOf(key), nonce, { authTagLength: tagLength });
  cipher.setAAD(head);
  const sealed = Buffer.concat([cipher.update(packClaims(claims)), cipher.final()]);
  return Buffer.concat([head, nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Null for whatever was not made with one of the keys, exactly as it was made. */
export function openToken({ tokenKeys }: Pick<Identity, 'tokenKeys'>, text: string): Claims | null {
  if (text.length > longest || !letters.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Other texts may stand for the same bytes: the last letter has bits to spare.
  if (bytes.length < shortest || bytes.toString('base64url') !== text) return null;
  if (!bytes.subarray(0, form.length).equals(form)) return null;
  const head = bytes.subarray(0, form.length + keyIdLength);
  const key = tokenKeys.get(head.subarray(form.length).toString('hex'));
  if (key === undefined) return null;
  const nonce = bytes.subarray(head.length, head.length + nonceLength);
  const decipher = createDecipheriv(algorithm, secretOf(key), nonce, { authTagLength: tagLength });
  decipher.setAAD(head);
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    const sealed = bytes.subarray(head.length + nonceLength, -tagLength);
    return unpackClaims(Buffer.concat([decipher.update(sealed), decipher.final()]));
  } catch {
    return null; // It was made with another key, or changed.
  }
}

/** A key that nothing has. */
export function newTokenKey(now: number): TokenKey {
  return {
    id: randomBytes(keyIdLength).toString('hex'),
    secret: randomBytes(secretLength).toString('base64url'),
    createdAt: now,
  };
}

/** The one that tokens are made with now. */
export function newestKey({ tokenKeys }: Pick<Identity, 'tokenKeys'>): TokenKey | null {
  let newest: TokenKey | null = null;
  for (const key of tokenKeys.values()) if (newest === null || key.createdAt > newest.createdAt) newest = key;
  return newest;
}

function secretOf({ secret }: TokenKey): Buffer {
  return Buffer.from(secret, 'base64url');
}

const algorithm = 'aes-256-gcm';
const form = Buffer.from([0xb1]);
const keyIdLength = 4;
const secretLength = 32;
const nonceLength = 12;
const tagLength = 16;
const shortest = form.length + keyIdLength + nonceLength + tagLength;
const letters = /^[\w-]+$/;
/** No token of ours is longer: it has five ids. */
const longest = 1_024;
