import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { ledgerOfVersion } from '@berth/placement/rows/testing/ledger-of-version.ts';
import { cloudInProcess } from '../../testing/cloud-in-process.ts';
import { cloudProjections } from '../../cloud/stored-cloud.ts';

const tree = 'c1000000-0000-4000-8000-000000000000';

for (const version of [1, 2] as const) {
  for (const query of ['', '&noun=allocations', `&tree=${tree}`]) {
    test(`changes that a program of schema version ${version} wrote can be read: ${query}`, async (t) => {
      const path = ledgerOfVersion(version, join(temporaryDirectory(t), 'ledger.db'));
      const journal = openSqliteJournal(path, cloudProjections);
      const stored = journal.changesAfter(0, 1000);
      const service = await cloudInProcess(journal);
      t.after(() => service.close());
      const { status, json, text } = await service.request('GET', `/berth/v1/changes?limit=1000${query}`);
      assert.equal(status, 200, text);
      const { changes } = json as { changes: { number: number; kind: string; created_at: string | null }[] };
      if (query === '') {
        assert.deepEqual(
          changes.slice(0, stored.length).map(({ number }) => number),
          stored.map(({ number }) => number),
        );
      }
      const [removed] = changes.filter(({ kind }) => kind === 'allocations_removed');
      assert.equal(removed?.created_at, version === 1 ? null : '2023-11-14T22:13:39.000Z');
    });
  }
}

test('whoever follows a tree is told when an imported consumer of generation 0 leaves it', async (t) => {
  const journal = new MemoryJournal(cloudProjections);
  const service = await cloudInProcess(journal);
  t.after(() => service.close());
  const write = async (method: string, target: string, body: unknown) => {
    const { status, text } = await service.request(method, target, { version: '1.39', body });
    assert.ok(status < 300, text);
  };
  const [cn1, cn2, vm1] = ['c1', 'c2', 'f1'].map((start) => `${start}000000-0000-4000-8000-000000000000`);
  for (const uuid of [cn1, cn2]) {
    await write('POST', '/resource_providers', { uuid, name: uuid });
    await write('PUT', `/resource_providers/${uuid}/inventories`, {
      resource_provider_generation: 0,
      inventories: { VCPU: { total: 4 } },
    });
  }
  const consumer = {
    id: vm1 as never,
    generation: 0,
    projectId: 'p',
    userId: 'u',
    type: null,
    createdAt: 1,
    allocatedAt: 1,
    allocations: [{ providerId: cn1 as never, resourceClass: 'VCPU' as never, amount: 1 }],
  };
  journal.append([{ kind: 'consumer-set', consumer, isNew: true }], 1);
  const again = await cloudInProcess(journal);
  const { lastNumber } = journal;
  const moved = await again.request('PUT', `/allocations/${vm1}`, {
    version: '1.28',
    body: {
      allocations: { [String(cn2)]: { resources: { VCPU: 1 } } },
      project_id: 'p',
      user_id: 'u',
      consumer_generation: 0,
    },
  });
  assert.equal(moved.status, 204, moved.text);
  const { json } = await again.request('GET', `/berth/v1/changes?since=${lastNumber}&tree=${cn1}`);
  assert.deepEqual(
    (json as { changes: { kind: string }[] }).changes.map(({ kind }) => kind),
    ['allocations_set'],
  );
});
