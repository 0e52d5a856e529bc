import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../rows/projection.ts';
import { inProcess } from '../testing/in-process.ts';
import { changedAt, newest } from './last-modified.ts';

test('a thing that was never changed was changed when it was made', () => {
  assert.equal(changedAt({ createdAt: 1, updatedAt: null }), 1);
  assert.equal(changedAt({ createdAt: 1, updatedAt: 2 }), 2);
});

test('of several the newest counts, and of none there is none', () => {
  assert.equal(
    newest([3, 5, 4], (at) => at),
    5,
  );
  assert.equal(
    newest([], (at: number) => at),
    null,
  );
});

/** Hours of one day, so that a header can be read at a glance. */
function at(hour: number): number {
  return Date.UTC(2026, 0, 1, hour);
}

test('answers say when what they show was last changed', async () => {
  const clock = { hour: 0 };
  const service = await inProcess(new MemoryJournal([placementProjection]), { now: () => at(clock.hour) });
  const version = '1.39';
  const write = async (hour: number, method: string, path: string, body?: unknown) => {
    clock.hour = hour;
    const { status, text } = await service.request(method, path, { version, body });
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
  };
  /** At noon, so that what is as of now shows that. */
  const hourOf = async (path: string): Promise<number | null> => {
    clock.hour = 12;
    const { headers } = await service.request('GET', path, { version });
    const shown = headers['last-modified'];
    return shown === undefined ? null : new Date(shown).getUTCHours();
  };

  const uuid = '0a1b2c3d-4e5f-4678-9abc-def012345678';
  const provider = `/resource_providers/${uuid}`;
  assert.equal(await hourOf('/resource_providers'), 12, 'an empty list is as of now');
  await write(1, 'POST', '/resource_providers', { name: 'cn1', uuid });
  assert.deepEqual([await hourOf(provider), await hourOf('/resource_providers')], [1, 1]);
  assert.equal(await hourOf(`${provider}/inventories`), null, 'no inventories, no time');

  await write(2, 'POST', `${provider}/inventories`, { resource_class: 'VCPU', total: 8 });
  await write(3, 'POST', `${provider}/inventories`, { resource_class: 'DISK_GB', total: 8 });
  assert.equal(await hourOf(provider), 3);
  assert.equal(await hourOf(`${provider}/inventories`), 3);
  assert.equal(await hourOf(`${provider}/inventories/VCPU`), 2);

  await write(4, 'PUT', '/traits/CUSTOM_GOLD');
  assert.equal(await hourOf('/traits/CUSTOM_GOLD'), 4);
  assert.equal(await hourOf('/traits/HW_CPU_X86_VMX'), 0);
  await write(5, 'PUT', `${provider}/traits`, { traits: ['CUSTOM_GOLD'], resource_provider_generation: 2 });
  assert.equal(await hourOf(`${provider}/traits`), 4, 'when the trait was made, not when it was given');

  await write(6, 'PUT', '/resource_classes/CUSTOM_GOLD');
  assert.equal(await hourOf('/resource_classes/CUSTOM_GOLD'), 6);
  assert.equal(await hourOf('/resource_classes/VCPU'), 12, 'a standard class was never made');

  const consumer = '/allocations/1a1b2c3d-4e5f-4678-9abc-def012345678';
  const claim = {
    allocations: { [uuid]: { resources: { VCPU: 1 } } },
    project_id: 'p',
    user_id: 'u',
    consumer_type: 'INSTANCE',
  };
  await write(7, 'PUT', consumer, { ...claim, consumer_generation: null });
  assert.equal(await hourOf(consumer), 7);
  await write(8, 'PUT', consumer, { ...claim, consumer_generation: 1 });
  assert.deepEqual([await hourOf(consumer), await hourOf(`${provider}/allocations`)], [8, 8]);
  assert.equal(await hourOf(`${provider}/usages`), 12);
  assert.equal(await hourOf('/allocation_candidates?resources=VCPU:1'), 12);
});
