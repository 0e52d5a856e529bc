import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { imageDirectory } from './image-directory.ts';
import { ImagesUnavailable } from './images.ts';

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
  assert.equal(images.store, undefined);
});
