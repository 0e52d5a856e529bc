import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { directConfigs } from '../direct/testing/direct-configs.ts';
import { withPlacementDirect } from '../direct/with-placement-direct.ts';
import { CheckingTransport } from './checking-transport.ts';

const configs = directConfigs();
after(() => configs.remove());

test('of a reshape that is refused all reasons are known, and the answer is that of the service', async () => {
  await withPlacementDirect(configs.onFile(), async (placement) => {
    const checking = new CheckingTransport(placement);
    const uuids = [randomUUID(), randomUUID()];
    const inventories = Object.fromEntries(
      uuids.map((uuid) => [uuid, { inventories: {}, resource_provider_generation: 0 }]),
    );
    const body = { inventories, allocations: {} };
    const answer = await checking.send({ method: 'POST', path: '/reshaper', version: '1.30', body });
    assert.equal(answer.status, 400);
    assert.deepEqual(
      checking.problems.map(({ kind }) => kind),
      ['reshape_provider_not_found', 'reshape_provider_not_found'],
    );
    assert.ok(answer.text.includes(checking.problems[0]?.detail ?? 'nothing'));
    assert.ok(checking.problems[1]?.detail.includes(uuids[1] ?? 'nothing'));
  });
});
