import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../rows/projection.ts';
import { fixedClock, steppingClock } from './clocks.ts';
import { inProcess } from './in-process.ts';

const version = '1.39';

test('a service in this process answers like any other', async () => {
  const service = await inProcess(new MemoryJournal([placementProjection]), { now: fixedClock(86_400_000) });
  const made = await service.request('POST', '/resource_providers', { version, body: { name: 'cn1' } });
  assert.equal(made.status, 200);
  assert.equal(made.headers['last-modified'], 'Fri, 02 Jan 1970 00:00:00 GMT');
  assert.equal(made.headers['openstack-api-version'], 'placement 1.39');
  const listed = await service.request('GET', '/resource_providers', { version });
  assert.deepEqual(listed.json, { resource_providers: [made.json] });
  assert.equal(listed.text, `{"resource_providers":[${made.text}]}`);
  assert.equal(service.world.providersByName.get('cn1')?.createdAt, 86_400_000);
  await service.close();
});

test('it is asked by an administrator, unless the headers say otherwise', async () => {
  const service = await inProcess(new MemoryJournal([placementProjection]));
  const status = async (headers: Record<string, string | null>) =>
    (await service.request('GET', '/traits', { version, headers })).status;
  assert.equal(await status({}), 200);
  assert.equal(await status({ 'x-auth-token': null }), 401);
  assert.equal(await status({ 'x-roles': 'reader' }), 403);
  assert.equal(await status({ accept: 'image/png' }), 406);
  const { headers } = await service.request('GET', '/resource_providers');
  assert.equal(headers['openstack-api-version'], 'placement 1.0');
});

test('settings are those of the command line', async () => {
  const service = await inProcess(new MemoryJournal([placementProjection]), {
    settings: { candidatesMax: 1 },
    now: steppingClock(0, 1000),
  });
  for (const name of ['cn1', 'cn2']) {
    const { json } = await service.request('POST', '/resource_providers', { version, body: { name } });
    const { uuid } = json as { uuid: string };
    const body = { resource_class: 'VCPU', total: 1 };
    await service.request('POST', `/resource_providers/${uuid}/inventories`, { version, body });
  }
  const { json } = await service.request('GET', '/allocation_candidates?resources=VCPU:1', { version });
  assert.equal((json as { allocation_requests: unknown[] }).allocation_requests.length, 1);
});

test('a fault of the service is no answer', async () => {
  class FaultyJournal extends MemoryJournal<Change> {
    isFaulty = false;
    override append(changes: readonly Change[], at: number): void {
      if (this.isFaulty) throw new TypeError('a mistake');
      super.append(changes, at);
    }
  }
  const journal = new FaultyJournal([placementProjection]);
  const service = await inProcess(journal);
  journal.isFaulty = true;
  await assert.rejects(service.request('PUT', '/traits/CUSTOM_A', { version }), (error: Error) => {
    assert.equal(error.message, 'PUT /traits/CUSTOM_A met a fault');
    assert(error.cause instanceof TypeError);
    return true;
  });
  journal.isFaulty = false;
  assert.equal((await service.request('PUT', '/traits/CUSTOM_A', { version })).status, 201);
});
