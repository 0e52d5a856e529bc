import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../testing/compute-in-process.ts';

test('a version is found by its name, as at its own path, and no other', async () => {
  const { ask } = computeInProcess();
  const own = await ask('GET /');
  assert.deepEqual([own.body.version.id, own.body.version.min_version], ['v2.1', '2.1']);
  assert.deepEqual(await ask('GET /versions/v2.1'), own);
  assert.deepEqual(await ask('GET /aa/versions/v2.1', { token: 'alice:aa' }), own);
  for (const id of ['v2.0', 'V2.1', '2.1']) {
    const { status, message } = await ask(`GET /versions/${id}`);
    assert.deepEqual([status, message], [404, 'The resource could not be found.']);
  }
});
