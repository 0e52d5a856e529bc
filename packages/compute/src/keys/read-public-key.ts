import { X509Certificate } from 'node:crypto';
import type { KeypairType } from '@berth/compute-engine/keypairs/keypair.ts';
import { fingerprint } from './fingerprint.ts';
import { lenientBase64 } from './lenient-base64.ts';
import { isSshPublicKey } from './ssh-public-key.ts';

export type ReadKey =
  | { readonly publicKey: string; readonly fingerprint: string }
  | { readonly problem: string };

/** A key that a client has sent, with its fingerprint, or why it is none. */
export function readPublicKey(type: KeypairType, publicKey: string): ReadKey {
  return type === 'ssh' ? readSsh(publicKey) : readX509(publicKey);
}

/** No key is nearly as long, but a comment may be: bodies of the original end here. */
export const longestKey = 100_000;

function readSsh(publicKey: string): ReadKey {
  const bytes = publicKey.length > longestKey ? null : shownBytes(publicKey);
  if (bytes === null || !isSshPublicKey(publicKey)) return { problem: 'failed to generate fingerprint' };
  return { publicKey, fingerprint: fingerprint('md5', bytes) };
}

/**
 * What the fingerprint is of: what stands between the first two blanks, which is nothing where these are one behind the other. It is
 * ASCII, though of that whatever is not Base64 is skipped.
 */
function shownBytes(publicKey: string): Buffer | null {
  const [, base64] = publicKey.split(' ');
  return base64 === undefined || /[\u0080-\uffff]/.test(base64) ? null : lenientBase64(base64);
}

function readX509(publicKey: string): ReadKey {
  const [, , base64] = publicKey.length > longestKey ? [] : (publicKey.match(pem) ?? []);
  const der = base64 === undefined ? null : Buffer.from(base64, 'base64');
  if (der !== null && isCertificate(der)) return { publicKey, fingerprint: fingerprint('sha1', der) };
  const why = der === null ? 'There is no certificate in PEM form.' : 'The certificate cannot be read.';
  return { problem: `failed to generate X509 fingerprint. Error message: ${why}` };
}

/** Blanks are part of what they stand before: a pattern that could give them to either side would try both, for each of them. */
const pem = /-----BEGIN (X509 )?CERTIFICATE-----(\s[A-Za-z0-9+/=\s]*)-----END \1CERTIFICATE-----/;

function isCertificate(der: Buffer): boolean {
  try {
    return new X509Certificate(der).raw.equals(der);
  } catch {
    return false;
  }
}
