import { createCipheriv, createHash, createHmac, type KeyObject, pbkdf2Sync, randomBytes } from 'node:crypto';
import { context, contextOctets, integer, nothing, objectId, octets, sequence, set } from './der.ts';

/** A certificate and its key in one file (RFC 7292), under an empty password, as Windows imports them. */
export function pkcs12(certificate: Buffer, privateKey: KeyObject): Buffer {
  const localId = createHash('sha1').update(certificate).digest();
  const bagAttributes = set(sequence(objectId(ids.localKeyId), set(octets(localId))));
  const certBag = sequence(
    objectId(ids.certBag),
    context(0, sequence(objectId(ids.x509Certificate), context(0, octets(certificate)))),
    bagAttributes,
  );
  const encryptedKey = privateKey.export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase: '',
  });
  const keyBag = sequence(objectId(ids.shroudedKeyBag), context(0, encryptedKey), bagAttributes);
  const safe = sequence(encryptedData(sequence(certBag)), data(sequence(keyBag)));
  return sequence(integer(3), data(safe), macOf(safe));
}

const ids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  certBag: '1.2.840.113549.1.12.10.1.3',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  localKeyId: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
};

/** What OpenSSL takes; there is no password that more would protect. */
const iterations = 2_048;

function data(content: Buffer): Buffer {
  return sequence(objectId(ids.data), context(0, octets(content)));
}

function encryptedData(content: Buffer): Buffer {
  const salt = randomBytes(8);
  const start = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync('', salt, iterations, 32, 'sha256'), start);
  const keyDerivation = sequence(
    objectId(ids.pbkdf2),
    sequence(octets(salt), integer(iterations), sequence(objectId(ids.hmacWithSha256), nothing)),
  );
  const encryption = sequence(objectId(ids.aes256Cbc), octets(start));
  const algorithm = sequence(objectId(ids.pbes2), sequence(keyDerivation, encryption));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return sequence(
    objectId(ids.encryptedData),
    context(0, sequence(integer(0), sequence(objectId(ids.data), algorithm, contextOctets(0, encrypted)))),
  );
}

function macOf(content: Buffer): Buffer {
  const salt = randomBytes(8);
  const mac = createHmac('sha256', macKey(salt)).update(content).digest();
  return sequence(
    sequence(sequence(objectId(ids.sha256), nothing), octets(mac)),
    octets(salt),
    integer(iterations),
  );
}

/** RFC 7292, appendix B.2, for an empty password, which is one character that ends it: 32 bytes are one round. */
function macKey(salt: Buffer): Buffer {
  const forMac = Buffer.alloc(64, 3);
  const password = Buffer.alloc(64);
  let key = Buffer.concat([forMac, Buffer.alloc(64, salt), password]);
  for (let left = iterations; left > 0; left--) key = createHash('sha256').update(key).digest();
  return key;
}
