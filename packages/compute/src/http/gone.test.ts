import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../testing/compute-in-process.ts';

test('what Nova once had is gone, at every version and for everybody', async () => {
  const { ask } = computeInProcess();
  const message = 'This resource is no longer available. No forwarding address is given.';
  for (const version of ['2.1', '2.96']) {
    for (const asked of [{ version }, { version, token: 'bob:p1' }]) {
      const { status, body } = await ask('GET /os-agents', asked);
      assert.deepEqual([status, body], [410, { computeFault: { code: 410, message } }]);
      assert.equal((await ask('GET /servers/x/os-virtual-interfaces', asked)).status, 410);
      assert.equal((await ask('POST /os-cells/sync_instances', { ...asked, body: {} })).status, 410);
    }
  }
});
