import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPublicKey } from './read-public-key.ts';

/** Lines, good and bad, with the fingerprints that the original has given them; null: refused. */
const samples = JSON.parse(
  readFileSync(new URL('./testing/ssh-keys.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly line: string; readonly fingerprint: string | null }>>;

test('a key of SSH is one, and has the fingerprint, where the original says so', () => {
  for (const [name, { line, fingerprint }] of Object.entries(samples)) {
    const read = readPublicKey('ssh', line);
    assert.equal('fingerprint' in read ? read.fingerprint : null, fingerprint, name);
  }
});

test('a key with a comment longer than any is refused', () => {
  const line = samples['rsa1024']?.line ?? '';
  assert.ok('fingerprint' in readPublicKey('ssh', `${line} ${'x'.repeat(90_000)}`));
  assert.ok('problem' in readPublicKey('ssh', `${line} ${'x'.repeat(100_000)}`));
});

test('a certificate is found in what stands around it, and a spoiled one is none', () => {
  const pem = readFileSync(new URL('./testing/certificate.pem', import.meta.url), 'utf8');
  assert.ok('fingerprint' in readPublicKey('x509', `words\n${pem}words\n`));
  assert.ok('problem' in readPublicKey('x509', pem.replace('MII', 'MIJ')));
  assert.ok('problem' in readPublicKey('x509', ''));
  assert.ok('problem' in readPublicKey('x509', `${pem}${'A'.repeat(100_000)}`));
});

test('a certificate that never begins is none, at once', () => {
  const start = performance.now();
  for (const filler of [' ', '-----BEGIN CERTIFICATE-----\n', 'A\n'])
    assert.ok('problem' in readPublicKey('x509', `-----BEGIN CERTIFICATE-----${filler.repeat(100_000)}`));
  assert.ok(performance.now() - start < 5_000);
});
