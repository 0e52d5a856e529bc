import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../../testing/compute-in-process.ts';

test('extensions are listed by their aliases, and each is found by its own', async () => {
  const { ask } = computeInProcess();
  const { extensions } = (await ask('GET /extensions')).body;
  const aliases = extensions.map(({ alias }: { alias: string }) => alias);
  assert.deepEqual(aliases, [...new Set(aliases)]);
  for (const extension of extensions) {
    assert.deepEqual((await ask(`GET /extensions/${extension.alias}`)).body, { extension });
  }
});

test('what is no extension is not found, though every object has it', async () => {
  const { ask } = computeInProcess();
  for (const alias of ['nope', 'constructor', 'OS-KEYPAIRS']) {
    assert.equal((await ask(`GET /extensions/${alias}`)).status, 404);
  }
});
