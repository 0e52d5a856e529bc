import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../../rows/projection.ts';
import { inProcess } from '../../testing/in-process.ts';

const version = '1.39';

test('what stands under a name that no class can have does not matter: there is no such class', async () => {
  const { service, path } = await withProvider();
  for (const inventory of [null, [], 'x', 1, { total: 'x', allocation_ratio: {} }, { total: 1 }]) {
    const body = { resource_provider_generation: 0, inventories: { constructor: inventory } };
    const refused = await service.request('PUT', path, { version, body });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /No such resource class constructor/);
  }
});

test('a ratio below all numbers that fit is refused, even where more is reserved than there is', async () => {
  const { service, path } = await withProvider();
  const put = (ratio: string) =>
    service.request('PUT', path, {
      version,
      body: `{"resource_provider_generation":0,"inventories":{"VCPU":{"total":1,"reserved":2,"allocation_ratio":${ratio}}}}`,
    });
  for (const ratio of ['-1e400', '-1e300', '-3.5e38']) {
    const refused = await put(ratio);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /is less than the minimum of -3.40282e\+38/);
  }
  assert.equal((await put('-3.4e38')).status, 200);
  const candidates = await service.request('GET', '/allocation_candidates?resources=VCPU:1', { version });
  assert.notEqual(candidates.json, undefined);
});

async function withProvider() {
  const service = await inProcess(new MemoryJournal([placementProjection]));
  const { json } = await service.request('POST', '/resource_providers', { version, body: { name: 'cn1' } });
  return { service, path: `/resource_providers/${(json as { uuid: string }).uuid}/inventories` };
}
