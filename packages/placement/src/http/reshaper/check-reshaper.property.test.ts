import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Reshape } from '@berth/engine/commands/reshape.ts';
import { arbitraryReshape, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { given } from '@berth/engine/testing/given.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import fc from 'fast-check';
import { placementProjection } from '../../rows/projection.ts';
import { changesThatMake } from '../../testing/changes-that-make.ts';
import { inProcess } from '../../testing/in-process.ts';

const version = '1.39';

interface Told {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

test('what is checked is then done, or refused for the first of the problems', async () => {
  const counts = { done: 0, refused: 0, tooLarge: 0 };
  await assertProperty(
    fc.asyncProperty(
      arbitraryWorldInUse(),
      fc.oneof(arbitraryReshape(1), arbitraryReshape(4)),
      fc.constantFrom(5_000, 5_000, 5_000, 4),
      async (text, drawn, writeItemsMax) => {
        const world = given(text);
        const body = wireOf(withRealGenerations(world, drawn) as Reshape);
        const journal = new MemoryJournal<Change>([placementProjection]);
        journal.append([...changesThatMake(world)], 1);
        const service = await inProcess(journal, { settings: { writeItemsMax } });
        const checked = await service.request('POST', '/berth/v1/reshaper/check', { version, body });
        const posted = await service.request('POST', '/reshaper', { version, body });
        await service.close();

        assert.equal(checked.status, 200, checked.text);
        const { would_succeed, problems } = checked.json as { would_succeed: boolean; problems: Told[] };
        assert.equal(would_succeed, posted.status === 204, posted.text);
        const [first] = problems;
        assert.equal(first === undefined, would_succeed);
        counts[would_succeed ? 'done' : posted.status === 413 ? 'tooLarge' : 'refused']++;
        if (first === undefined) return;
        const [error] = (posted.json as { errors: Told[] }).errors;
        assert.deepEqual([first.status, first.code], [posted.status, error?.code]);
        assert.ok(error?.detail.includes(first.detail), `${error?.detail} does not say ${first.detail}`);
      },
    ),
    150,
  );
  afterAllCases(() =>
    assert.ok(
      Object.values(counts).every((count) => count >= 10),
      JSON.stringify(counts),
    ),
  );
});

/** The body that is raised to this command. */
function wireOf({ inventories, claims }: Reshape) {
  return {
    inventories: Object.fromEntries(
      inventories.map(({ id, expectedGeneration, inventories: wanted }) => [
        id,
        {
          resource_provider_generation: expectedGeneration,
          inventories: Object.fromEntries(
            Array.from(wanted, ([name, each]) => [
              name,
              {
                total: each.total,
                reserved: each.reserved,
                min_unit: each.minUnit,
                max_unit: each.maxUnit,
                step_size: each.stepSize,
                allocation_ratio: each.allocationRatio,
              },
            ]),
          ),
        },
      ]),
    ),
    allocations: Object.fromEntries(
      claims.map((claim) => [
        claim.consumerId,
        {
          allocations: byProvider(claim.allocations),
          project_id: claim.projectId,
          user_id: claim.userId,
          consumer_generation: claim.expectedGeneration ?? null,
          consumer_type: claim.type ?? 'INSTANCE',
        },
      ]),
    ),
  };
}

function byProvider(allocations: Reshape['claims'][number]['allocations']) {
  const wire: Record<string, { resources: Record<string, number> }> = {};
  for (const { providerId, resourceClass, amount } of allocations) {
    (wire[providerId] ??= { resources: {} }).resources[resourceClass] = amount;
  }
  return wire;
}
