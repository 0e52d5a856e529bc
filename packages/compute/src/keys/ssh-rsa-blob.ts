import type { KeyObject } from 'node:crypto';

/** An RSA key as SSH writes it (RFC 4253): each part with its length before it. */
export function sshRsaBlob(publicKey: KeyObject): Buffer {
  const { e = '', n = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from('ssh-rsa'), integer(e), integer(n)].flatMap(withLength));
}

/** A zero goes before what would look negative. */
function integer(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] as number) > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}

function withLength(part: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return [length, part];
}
