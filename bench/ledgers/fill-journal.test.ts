import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { WorldState } from '@berth/engine/world.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { planOf } from '../worlds/plan-of.ts';
import { fillJournal } from './fill-journal.ts';

for (const name of ['flat-30', 'nested-20', 'pci-3x8', 'sharing-60', 'mixed-20']) {
  test(`the ledger of ${name} holds what its plan says`, async () => {
    const plan = planOf(name);
    const steps: [number, number][] = [];
    const journal = new MemoryJournal([placementProjection]);
    await fillJournal(journal, plan, (done, total) => void steps.push([done, total]));
    const world = new WorldState();
    for (const change of journal.load()) apply(world, change);
    assert.equal(world.providers.size, plan.providers.length);
    assert.equal(world.consumers.size, plan.consumers.length);
    assert.equal(world.allocationCount, plan.consumers.flatMap(({ allocations }) => allocations).length);
    for (const { uuid, name: providerName, root, traits, aggregates, inventories } of plan.providers) {
      const provider = world.providers.get(uuid as ProviderId);
      assert.ok(provider);
      assert.equal(provider.name, providerName);
      assert.equal(provider.root.id, root);
      assert.deepEqual(new Set<string>(provider.traits), new Set(traits));
      assert.deepEqual(new Set<string>(provider.aggregates), new Set(aggregates));
      assert.deepEqual([...provider.inventories.keys()].sort(), Object.keys(inventories).sort());
    }
    const [done, total] = steps.at(-1) ?? [];
    assert.equal(done, total, 'progress ends where everything is done');
  });
}
