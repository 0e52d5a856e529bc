import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fingerprint } from '../../keys/fingerprint.ts';
import { sshRsaBlob } from '../../keys/ssh-rsa-blob.ts';
import { type Answered, type Asked, computeInProcess } from '../../testing/compute-in-process.ts';
import { usualLimits } from '../usual-limits.ts';

const samples = JSON.parse(
  readFileSync(new URL('../../keys/testing/ssh-keys.json', import.meta.url), 'utf8'),
) as Record<string, { line: string; fingerprint: string }>;
const publicKey = samples['rsa1024']?.line ?? '';
const certificate = readFileSync(new URL('../../keys/testing/certificate.pem', import.meta.url), 'utf8');

type Ask = (request: string, asked?: Asked) => Promise<Answered>;

const create = (ask: Ask, name: string, asked: Asked = {}, more: object = { public_key: publicKey }) =>
  ask('POST /os-keypairs', { ...asked, body: { keypair: { name, ...more } } });

test('a key pair is made with 200 without a type, from 2.2 on with 201 and a type', async () => {
  const { ask } = computeInProcess();
  const old = await create(ask, 'a', { version: '2.1' });
  assert.equal(old.status, 200);
  const shown = {
    name: 'a',
    public_key: publicKey,
    fingerprint: samples['rsa1024']?.fingerprint,
    user_id: 'admin',
  };
  assert.deepEqual(old.body, { keypair: shown });
  const later = await create(ask, 'b', { version: '2.2' });
  assert.equal(later.status, 201);
  assert.deepEqual(later.body, { keypair: { ...shown, type: 'ssh', name: 'b' } });
});

test('without a key one is made, whose private half is told once; from 2.92 on it has to be sent', async () => {
  const { ask } = computeInProcess();
  const { status, body } = await create(ask, 'made', { version: '2.91' }, {});
  assert.equal(status, 201);
  const { private_key: pem, public_key: line, fingerprint: told } = body.keypair;
  assert.match(pem, /^-----BEGIN RSA PRIVATE KEY-----\n/);
  const blob = sshRsaBlob(createPublicKey(createPrivateKey(pem)));
  assert.equal(line, `ssh-rsa ${blob.toString('base64')} Generated-by-Nova`);
  assert.equal(told, fingerprint('md5', blob));
  const { body: shown } = await ask('GET /os-keypairs/made');
  assert.equal(shown.keypair.private_key, undefined);
  const { status: refused, message } = await create(ask, 'other', { version: '2.92' }, {});
  assert.deepEqual(
    [refused, message],
    [
      400,
      "Invalid input for field/attribute keypair. Value: {'name': 'other'}. 'public_key' is a required property",
    ],
  );
});

test('a certificate is kept with the SHA-1 of it', async () => {
  const { ask } = computeInProcess();
  const { body } = await create(ask, 'c', {}, { type: 'x509', public_key: certificate });
  assert.equal(body.keypair.type, 'x509');
  assert.equal(body.keypair.fingerprint, '80:24:48:0d:44:aa:cb:79:b9:07:d7:04:6c:1a:5f:56:b8:49:b8:0a');
  const { status, message } = await create(ask, 'd', {}, { type: 'x509', public_key: publicKey });
  assert.equal(status, 400);
  assert.match(
    message ?? '',
    /^Keypair data is invalid: failed to generate X509 fingerprint\. Error message: /,
  );
});

test('one is shown with its number, and from 2.2 on with its type', async () => {
  const { ask } = computeInProcess();
  await create(ask, 'a');
  const at = async (version: string) => (await ask('GET /os-keypairs/a', { version })).body.keypair;
  const shown = {
    name: 'a',
    public_key: publicKey,
    fingerprint: samples['rsa1024']?.fingerprint,
    user_id: 'admin',
    created_at: '2026-01-02T03:04:05.678000',
    deleted: false,
    deleted_at: null,
    id: 1,
    updated_at: null,
  };
  assert.deepEqual(await at('2.1'), shown);
  assert.deepEqual(await at('2.2'), { ...shown, type: 'ssh' });
});

test('names have few characters; from 2.92 on @ and the point are among them', async () => {
  const { ask } = computeInProcess();
  const at = async (name: string, version: string) => (await create(ask, name, { version })).message;
  assert.match((await at('a@b.c', '2.91')) ?? '', /Only expected characters: \[_- 0123456789abc/);
  assert.equal(await at('a@b.c', '2.92'), undefined);
  assert.match((await at('a/b', '2.92')) ?? '', /Only expected characters: \[@\._- 0123456789abc/);
  assert.match((await at(' a', '2.92')) ?? '', /Can not start or end with whitespace\.$/);
});

test('a list is sorted by name, and from 2.35 on in pages', async () => {
  const { ask } = computeInProcess();
  for (const name of ['b', 'a', 'C']) await create(ask, name);
  const names = async (query: string, version: string) =>
    (await ask(`GET /os-keypairs${query}`, { version })).body.keypairs.map((each: any) => each.keypair.name);
  assert.deepEqual(await names('?limit=1', '2.34'), ['C', 'a', 'b']);
  assert.deepEqual(await names('?limit=1&marker=C', '2.35'), ['a']);
  const { body } = await ask('GET /os-keypairs?limit=2', { version: '2.35' });
  assert.deepEqual(body.keypairs_links, [
    { rel: 'next', href: 'http://h/v2.1/os-keypairs?limit=2&marker=a' },
  ]);
  const { status, message } = await ask('GET /os-keypairs?marker=nope');
  assert.deepEqual([status, message], [400, 'Marker nope could not be found.']);
});

test('key pairs are of a user; administrators may name one from 2.10 on', async () => {
  const { ask } = computeInProcess();
  const bob = { token: 'bob:p1' };
  await create(ask, 'k', bob);
  const look = async (path: string, asked: Asked) => {
    const { status, message } = await ask(path, asked);
    return [status, message];
  };
  assert.deepEqual(await look('GET /os-keypairs/k', {}), [404, 'Keypair k not found for user admin']);
  assert.deepEqual(await look('GET /os-keypairs/k?user_id=bob', { version: '2.9' }), [
    404,
    'Keypair k not found for user admin',
  ]);
  assert.deepEqual(await look('GET /os-keypairs/k?user_id=bob', { version: '2.10' }), [200, undefined]);
  assert.deepEqual(await look('GET /os-keypairs/k?user_id=bob', { token: 'carl:p1' }), [
    403,
    "Policy doesn't allow os_compute_api:os-keypairs:show to be performed.",
  ]);
  const forCarl = { public_key: publicKey, user_id: 'carl' };
  assert.equal((await create(ask, 'k', bob, forCarl)).status, 403);
  assert.equal((await create(ask, 'k', {}, forCarl)).body.keypair.user_id, 'carl');
});

test('one that is deleted leaves nothing behind: 202, from 2.2 on 204', async () => {
  const { ask, cloud } = computeInProcess();
  await create(ask, 'a');
  await create(ask, 'b');
  assert.equal((await ask('DELETE /os-keypairs/a', { version: '2.1' })).status, 202);
  assert.equal((await ask('DELETE /os-keypairs/b', { version: '2.2' })).status, 204);
  assert.equal((await ask('DELETE /os-keypairs/b')).status, 404);
  assert.equal(cloud.compute.keypairs.size, 0);
  assert.equal(cloud.compute.keypairs.countOf('admin'), 0);
});

test('too many come before a bad key, and that before a name that is there', async () => {
  const { ask } = computeInProcess({ settings: { limits: { ...usualLimits, keypairs: 1 } } });
  const bad = { public_key: 'rubbish' };
  const at = async (name: string, more: object) => (await create(ask, name, {}, more)).message;
  assert.equal(await at('a', bad), 'Keypair data is invalid: failed to generate fingerprint');
  await create(ask, 'a');
  assert.equal(await at('a', bad), 'Quota exceeded, too many key pairs.');
  await ask('PUT /os-quota-sets/admin', { body: { quota_set: { key_pairs: 2 } } });
  assert.equal(await at('a', bad), 'Keypair data is invalid: failed to generate fingerprint');
  assert.equal(await at('a', { public_key: publicKey }), "Key pair 'a' already exists.");
});
