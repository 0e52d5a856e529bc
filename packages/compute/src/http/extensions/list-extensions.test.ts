import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../../testing/compute-in-process.ts';

test('extensions are listed for everybody, at every version, and found by their aliases', async () => {
  const { ask } = computeInProcess();
  const keypairs = {
    alias: 'os-keypairs',
    name: 'Keypairs',
    description: 'Keypair Support.',
    links: [],
    namespace: 'http://docs.openstack.org/compute/ext/fake_xml',
    updated: '2014-12-03T00:00:00Z',
  };
  for (const version of ['2.1', '2.96']) {
    for (const token of ['admin', 'bob:p1:nobody']) {
      const { body } = await ask('GET /extensions', { version, token });
      assert.equal(body.extensions.length, 99);
      assert.deepEqual(
        body.extensions.find(({ alias }: { alias: string }) => alias === 'os-keypairs'),
        keypairs,
      );
      const one = await ask('GET /extensions/os-keypairs', { version, token });
      assert.deepEqual(one.body, { extension: keypairs });
      assert.equal((await ask('GET /extensions/Keypairs', { version, token })).status, 404);
    }
  }
});
