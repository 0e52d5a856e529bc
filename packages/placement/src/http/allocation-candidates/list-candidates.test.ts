import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../../rows/projection.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { inProcess } from '../../testing/in-process.ts';

const version = '1.39';

test('a search that ends at its budget is told in the log and in the explanation, with the id of the request', async () => {
  const { log, lines } = keptLog('warn');
  const service = await inProcess(new MemoryJournal([placementProjection]), {
    log,
    settings: { searchStepsMax: 10_000 },
  });
  const root = idOf(0);
  await service.request('POST', '/resource_providers', { version, body: { name: 'cn1', uuid: root } });
  for (let device = 1; device <= 9; device++) {
    const body = { name: `dev${device}`, uuid: idOf(device), parent_provider_uuid: root };
    await service.request('POST', '/resource_providers', { version, body });
    await service.request('POST', `/resource_providers/${idOf(device)}/inventories`, {
      version,
      body: { resource_class: 'VGPU', total: 8 },
    });
  }
  const groups = (count: number) =>
    Array.from({ length: count }, (_, index) => `resources${index + 1}=VGPU:1`).join('&');
  const few = `${groups(2)}&group_policy=none`;
  const many = `${groups(5)}&group_policy=none`;
  const explain = (query: string) =>
    service.request('GET', `/berth/v1/explain/allocation_candidates?${query}`, { version });

  const all = await service.request('GET', `/allocation_candidates?${few}`, { version });
  assert.equal((all.json as { allocation_requests: unknown[] }).allocation_requests.length, 81);
  assert.deepEqual(lines, []);
  assert.equal((await explain(few)).text.includes('is_cut'), false);

  const some = await service.request('GET', `/allocation_candidates?${many}`, { version });
  assert.equal(some.status, 200);
  const count = (some.json as { allocation_requests: unknown[] }).allocation_requests.length;
  assert.ok(count > 0 && count < 9 ** 5, `${count} candidates`);
  const requestId = some.headers['x-openstack-request-id'];
  assert.deepEqual(
    lines.map((line) => [line['level'], line['requestId']]),
    [['warn', requestId]],
  );
  const { search } = (await explain(many)).json as { search: Record<string, unknown> };
  assert.deepEqual([search['is_cut'], search['request_id']], [true, requestId]);
  await service.close();
});

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
}
