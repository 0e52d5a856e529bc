import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { setTimeout } from 'node:timers/promises';
import { imageDirectory } from './image-directory.ts';
import { type Images, ImagesUnavailable, type NewImage } from './images.ts';

const id = '11111111-1111-4111-8111-1111111111ab';

function given(t: TestContext, files: Readonly<Record<string, string>>) {
  const directory = temporaryDirectory(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return { directory, images: imageDirectory(directory) };
}

test('an image is what its file says, however its id is spelled', async (t) => {
  const text = JSON.stringify({
    id,
    name: 'cirros',
    min_disk: 2,
    properties: { hw_rng_model: 'virtio' },
    os_type: 'linux',
  });
  const { images } = given(t, { [`${id}.json`]: text });
  for (const spelled of [id, id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `urn:uuid:${id}`]) {
    const found = await images.find(spelled, '');
    assert.equal(found?.name, 'cirros', spelled);
    assert.deepEqual(found?.properties, { hw_rng_model: 'virtio', os_type: 'linux' });
    assert.deepEqual([found?.status, found?.minDiskGb, found?.minMemoryMb], ['active', 2, 0]);
  }
});

test('an image can be added while it is asked for, and nothing else is read', async (t) => {
  const { directory, images } = given(t, { 'secret.json': '{"id": "x"}' });
  assert.equal(await images.find(id, ''), null);
  for (const odd of ['secret', '../secret', '..', '', `${id}/../secret`, `${id}\0`, 'x'.repeat(10_000)])
    assert.equal(await images.find(odd, ''), null, odd.slice(0, 50));
  writeFileSync(join(directory, `${id}.json`), JSON.stringify({ id }));
  assert.equal((await images.find(id, ''))?.id, id);
});

test('a file that is no image is told, with its place', async (t) => {
  for (const text of ['', '{', '[]', 'null', '{"id": 1}', `{"id": "${id}", "size": "large"}`]) {
    const { directory, images } = given(t, { [`${id}.json`]: text });
    await assert.rejects(images.find(id, ''), (thrown) => {
      return thrown instanceof ImagesUnavailable && thrown.message.includes(join(directory, `${id}.json`));
    });
  }
  const { directory, images } = given(t, {});
  mkdirSync(join(directory, `${id}.json`));
  await assert.rejects(images.find(id, ''), ImagesUnavailable);
});

test('where there is no directory there are no images, and none can be made', async () => {
  const images = imageDirectory('/nonexistent');
  assert.equal(await images.find(id, ''), null);
  await assert.rejects(storeOf(images).begin(snapshot('copy'), ''), ImagesUnavailable);
});

const storeOf = ({ store }: Images) => store ?? assert.fail('there is a store');
const snapshot = (name: string, properties: Readonly<Record<string, string>> = {}): NewImage => ({
  name,
  properties,
  minDiskGb: 3,
  sharedWith: null,
});

test('an image that is begun is a file, to be filled by others, until it is discarded', async (t) => {
  const { directory, images } = given(t, {});
  const store = storeOf(images);
  const made = await store.begin(snapshot('copy', { status: 'a word', hw_rng_model: 'virtio' }), '');
  const found = await images.find(made, '');
  assert.deepEqual([found?.name, found?.status, found?.minDiskGb], ['copy', 'queued', 3]);
  // What an image says of itself is not for others to say.
  assert.deepEqual(found?.properties, { hw_rng_model: 'virtio' });
  assert.deepEqual(readdirSync(directory), [`${made}.json`]);
  await store.discard(made, '');
  assert.equal(await images.find(made, ''), null);
  await store.discard(made, '');
});

test('backups of a server are told newest first, those of its type alone', async (t) => {
  const { images } = given(t, { [`${id}.json`]: '{', 'notes.txt': 'x' });
  const store = storeOf(images);
  const backup = (name: string, type: string, server = 'server 1') =>
    store.begin(snapshot(name, { image_type: 'backup', backup_type: type, instance_uuid: server }), '');
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    ids.push(await backup(name, 'daily'));
    await setTimeout(2);
  }
  await backup('other', 'weekly');
  await backup('another', 'daily', 'server 2');
  await store.begin(snapshot('plain', { image_type: 'snapshot' }), '');
  assert.deepEqual(
    await store.backupsLike({ imageId: ids[2] ?? '', serverId: 'server 1', backupType: 'daily' }, ''),
    ids.toReversed(),
  );
});
