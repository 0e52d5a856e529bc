import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeypairType } from '@berth/compute-engine/keypairs/keypair.ts';
import { fingerprint } from './fingerprint.ts';
import { sshRsaBlob } from './ssh-rsa-blob.ts';
import { clientCertificate } from './x509/client-certificate.ts';
import { pkcs12 } from './x509/pkcs12.ts';

/** Both halves of a key pair; the private one is for its owner, once. */
export interface GeneratedKey {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly fingerprint: string;
}

const generate = promisify(generateKeyPair);

/** Made beside the event loop: it takes a tenth of a second. */
export async function generateKey(type: KeypairType, userId: string, now: number): Promise<GeneratedKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 });
  if (type === 'ssh') {
    const blob = sshRsaBlob(publicKey);
    return {
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }),
      publicKey: `ssh-rsa ${blob.toString('base64')} Generated-by-Nova`,
      fingerprint: fingerprint('md5', blob),
    };
  }
  const certificate = clientCertificate({ publicKey, privateKey, userId, now });
  return {
    privateKey: pkcs12(certificate, privateKey).toString('base64'),
    publicKey: pemOf(certificate),
    fingerprint: fingerprint('sha1', certificate),
  };
}

function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
