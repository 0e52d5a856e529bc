import { createHash } from 'node:crypto';

/** Bytes in hexadecimal with colons, as people compare them. */
export function fingerprint(hash: 'md5' | 'sha1', bytes: Uint8Array): string {
  const hex = createHash(hash).update(bytes).digest('hex');
  return hex.replace(/..(?=.)/g, '$&:');
}
