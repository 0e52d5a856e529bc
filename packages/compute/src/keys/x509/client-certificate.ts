import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { bits, context, integer, nothing, objectId, octets, sequence, set, time, utf8 } from './der.ts';

/**
 * A certificate that a user can log in with at a Windows server: it is signed with its own key, is for clients alone, and names the
 * user as such servers look for it.
 */
export function clientCertificate(given: {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly userId: string;
  readonly now: number;
}): Buffer {
  const { publicKey, privateKey, userId, now } = given;
  const name = sequence(set(sequence(objectId(ids.commonName), utf8(userId))));
  const signed = sequence(
    context(0, integer(2)), // Version 3.
    integer(serialNumber()),
    sha256WithRsa,
    name,
    sequence(time(now), time(now + tenYearsMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(forClients, principalName(`${userId}@localhost`))),
  );
  return sequence(signed, sha256WithRsa, bits(sign('sha256', signed, privateKey)));
}

const ids = {
  commonName: '2.5.4.3',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  extendedKeyUsage: '2.5.29.37',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  subjectAltName: '2.5.29.17',
  userPrincipalName: '1.3.6.1.4.1.311.20.2.3',
};

const tenYearsMs = 3_650 * 24 * 3_600 * 1_000;

const sha256WithRsa = sequence(objectId(ids.sha256WithRsa), nothing);

const forClients = sequence(objectId(ids.extendedKeyUsage), octets(sequence(objectId(ids.clientAuth))));

function principalName(name: string): Buffer {
  const otherName = context(0, objectId(ids.userPrincipalName), context(0, utf8(name)));
  return sequence(objectId(ids.subjectAltName), octets(sequence(otherName)));
}

/** Not negative, and not 0. */
function serialNumber(): Buffer {
  const bytes = randomBytes(20);
  bytes[0] = ((bytes[0] as number) & 0x7f) | 0x40;
  return bytes;
}
