import assert from 'node:assert/strict';
import { deleteAllocations, getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import type { AuditedWorld } from './audited-world.ts';
import { checkRepaired } from './check-repaired.ts';
import { type Scene, soon } from './scene.ts';

/** Servers without allocations, or with those of others, are healed as the original would. */
export async function healServers(
  { placement, print, ours, original }: Scene,
  { servers }: AuditedWorld,
): Promise<void> {
  const before = new Map<string, ConsumerAllocations>();
  for (const [index, { id }] of servers.entries()) {
    const held = await getAllocations(placement, id);
    assert.ok(held !== null);
    before.set(id, held);
    if (index % 3 === 0) await putAllocations(placement, id, { ...held, projectId: 'lost', userId: 'lost' });
    else await deleteAllocations(placement, id);
  }
  const theirs = await original('heal_allocations', '--dry-run', '--verbose', '--skip-port-allocations');
  const planned = await ours('heal-allocations', ...soon, '--dry-run');
  assert.deepEqual([planned.code, theirs.code], [4, 4], theirs.output);
  assert.deepEqual(
    new Map(planned.said.findings.map(({ consumer, after }) => [consumer, after])),
    plansIn(theirs.output),
  );
  print(`the original would heal ${servers.length} servers, and ours would write the same\n`);

  const healed = await ours('heal-allocations', ...soon);
  assert.equal(healed.code, 0);
  for (const [consumer, held] of before) await checkRepaired(placement, { consumer, before: held });
  const after = await original('heal_allocations', '--dry-run', '--verbose', '--skip-port-allocations');
  assert.deepEqual([after.code, plansIn(after.output).size], [4, 0]);
  print('healed: all hold what they held before, and the original has nothing to heal\n');
}

/** What the original would write, by server: amounts by provider. */
function plansIn(output: string): ReadonlyMap<string, unknown> {
  const pattern = /\[dry-run\] (?:Create|Update) allocations for instance (\S+): (.*)/g;
  return new Map(
    Array.from(output.matchAll(pattern), ([, server = '', text = '']) => {
      const { allocations } = JSON.parse(text) as ConsumerAllocations;
      const held = Object.entries(allocations).map(([uuid, { resources }]) => [uuid, resources]);
      return [server, Object.fromEntries(held)] as const;
    }),
  );
}
