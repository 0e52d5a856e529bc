import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKey } from './generate-key.ts';
import { readPublicKey } from './read-public-key.ts';

const now = Date.UTC(2026, 0, 2);

test('a key that is made is one that can be sent', async () => {
  for (const type of ['ssh', 'x509'] as const) {
    const { publicKey, fingerprint } = await generateKey(type, 'alice', now);
    assert.deepEqual(readPublicKey(type, publicKey), { publicKey, fingerprint });
  }
});

test('a certificate names its user, is for clients, ends after ten years, and is signed with its own key', async () => {
  const { publicKey } = await generateKey('x509', 'alice', now);
  const certificate = new X509Certificate(publicKey);
  assert.equal(certificate.subject, 'CN=alice');
  assert.ok(certificate.verify(certificate.publicKey));
  assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2']);
  assert.equal(certificate.validFromDate.getTime(), now);
  assert.equal(certificate.validToDate.getTime(), now + 3_650 * 86_400_000);
});

const reason = whyNoOpenssl();

test('what the owner gets opens with an empty password, and holds the certificate and its key', {
  skip: reason,
}, async () => {
  const { privateKey, publicKey } = await generateKey('x509', 'alice', now);
  const input = Buffer.from(privateKey, 'base64');
  const out = execFileSync('openssl', ['pkcs12', '-passin', 'pass:', '-nodes'], { input }).toString();
  assert.ok(out.includes(publicKey.trim()), 'the certificate');
  const pem = out.slice(out.indexOf('-----BEGIN PRIVATE KEY-----'));
  assert.ok(
    new X509Certificate(publicKey).checkPrivateKey((await import('node:crypto')).createPrivateKey(pem)),
  );
});

function whyNoOpenssl(): string | false {
  try {
    execFileSync('openssl', ['version']);
    return false;
  } catch {
    return 'there is no openssl here';
  }
}
