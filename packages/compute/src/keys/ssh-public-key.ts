import { createPublicKey } from 'node:crypto';
import { lenientBase64 } from './lenient-base64.ts';
import { SshReader } from './ssh-reader.ts';

/** Whether a line is a key, or a certificate of one, as OpenSSH writes them: its kind, the key in Base64, and whatever follows. */
export function isSshPublicKey(line: string): boolean {
  const [, kind = '', base64 = ''] = line.match(/^([^ \t\n\r\f\v]+)[ \t]+([^ \t\n\r\f\v]+)/) ?? [];
  const isCertificate = kind.endsWith(certified);
  const readKey = readers.get(isCertificate ? kind.slice(0, -certified.length) : kind);
  const blob = lenientBase64(base64);
  if (readKey === undefined || blob === null) return false;
  const reader = new SshReader(blob);
  if (reader.text() !== kind) return false;
  if (isCertificate) reader.bytes(); // A number used once.
  if (!readKey(reader)) return false;
  if (isCertificate) skipCertificate(reader);
  return reader.isAtEnd;
}

const certified = '-cert-v01@openssh.com';

/** Whether what follows is a key of the kind. */
type ReadKey = (reader: SshReader) => boolean;

const readers: ReadonlyMap<string, ReadKey> = new Map<string, ReadKey>([
  ['ssh-rsa', isRsa],
  ['ssh-dss', isDsa],
  ['ssh-ed25519', (reader) => reader.bytes().length === 32],
  ['ecdsa-sha2-nistp256', (reader) => isPoint(reader, 'nistp256', 'P-256', 32)],
  ['ecdsa-sha2-nistp384', (reader) => isPoint(reader, 'nistp384', 'P-384', 48)],
  ['ecdsa-sha2-nistp521', (reader) => isPoint(reader, 'nistp521', 'P-521', 66)],
]);

function isRsa(reader: SshReader): boolean {
  const exponent = reader.integer();
  const modulus = reader.integer();
  return modulus >= 3n && exponent >= 3n && exponent < modulus && exponent % 2n === 1n;
}

/** OpenSSH knows one size of them. */
function isDsa(reader: SshReader): boolean {
  const prime = reader.integer();
  const order = reader.integer();
  const generator = reader.integer();
  reader.integer(); // The key itself.
  return (
    bitLength(prime) === 1024 &&
    [160, 224, 256].includes(bitLength(order)) &&
    generator > 1n &&
    generator < prime
  );
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** A point of a curve, written with both coordinates. Whether it is on the curve, OpenSSL says. */
function isPoint(reader: SshReader, name: string, crv: string, size: number): boolean {
  const isNamed = reader.text() === name;
  const point = reader.bytes();
  if (!isNamed || point.length !== 1 + 2 * size || point[0] !== 4) return false;
  const x = point.subarray(1, 1 + size).toString('base64url');
  const y = point.subarray(1 + size).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** What a certificate says besides the key: who has signed it, for whom and until when is for servers to judge. */
function skipCertificate(reader: SshReader): void {
  reader.skip(8 + 4); // Serial number and type.
  reader.bytes(); // Its name,
  reader.bytes(); // and those whom it is for.
  reader.skip(8 + 8); // From when, until when.
  for (let left = 5; left > 0; left--) reader.bytes(); // Options, extensions, nothing, who has signed it, the signature.
}
