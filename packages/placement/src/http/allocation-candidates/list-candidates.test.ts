import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../../rows/projection.ts';
import { createLog } from '../../serving/log.ts';
import { inProcess } from '../../testing/in-process.ts';

const version = '1.39';

test('a tree that is given up is told in the log, with the id of the request and of the root', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    { logLevel: 'warn', logFormat: 'json' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>), isTerminal: false },
  );
  const service = await inProcess(new MemoryJournal(placementProjection), { log });
  const root = idOf(0);
  await service.request('POST', '/resource_providers', { version, body: { name: 'cn1', uuid: root } });
  // Odd rooms, even amounts: in sum they would just fit, but one of every room stays empty.
  for (let device = 1; device <= 9; device++) {
    const body = { name: `dev${device}`, uuid: idOf(device), parent_provider_uuid: root };
    await service.request('POST', '/resource_providers', { version, body });
    await service.request('POST', `/resource_providers/${idOf(device)}/inventories`, {
      version,
      body: { resource_class: 'VGPU', total: 119 + 2 * device },
    });
  }
  const groups = Array.from(
    { length: 18 },
    (_, index) => `resources${index + 1}=VGPU:${54 + 2 * (index % 11) + (index > 0 ? 2 : 0)}`,
  );
  const target = `/allocation_candidates?${groups.join('&')}&group_policy=none`;
  const { status, headers } = await service.request('GET', target, { version });
  assert.equal(status, 200);
  const requestId = headers['x-openstack-request-id'];
  assert.deepEqual(
    lines.map((line) => [line['level'], line['requestId'], line['root']]),
    [['warn', requestId, root]],
  );
  await service.close();
});

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
}
