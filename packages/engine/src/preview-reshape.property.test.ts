import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { apply } from './apply.ts';
import type { Change } from './changes.ts';
import type { Reshape } from './commands/reshape.ts';
import { decide } from './decide.ts';
import { consumerFacts } from './facts.ts';
import { previewReshape, type ReshapePreview } from './preview-reshape.ts';
import { Refusal, type RefusalReason } from './refusals.ts';
import { arbitraryReshape, arbitraryWorldInUse } from './testing/arbitrary-command.ts';
import { dumpWorld } from './testing/dump-world.ts';
import { given } from './testing/given.ts';
import { withRealGenerations } from './testing/with-real-generations.ts';
import type { World } from './world.ts';

/** In every other one a class is unknown that bodies name. */
const arbitraryWorldForReshape = fc
  .tuple(arbitraryWorldInUse(), fc.boolean())
  .map(([text, knowsAll]) => (knowsAll ? text : text.replace('classes: CUSTOM_Y', '')));

test('a preview says first what a reshape is refused for, nothing if it is done, and then what it does', () => {
  const seen = new Set<string>();
  const counts = { done: 0, several: 0 };
  assertProperty(
    fc.property(
      arbitraryWorldForReshape,
      fc.oneof(arbitraryReshape(1), arbitraryReshape(4)),
      (text, drawn) => {
        const world = given(text);
        const command = withRealGenerations(world, drawn) as Reshape;
        const before = dumpWorld(world);
        const preview = previewReshape(world, command);
        assert.deepEqual(dumpWorld(world), before, 'a preview changes nothing');

        const outcome = decided(world, command);
        assert.deepEqual(preview.problems[0]?.reason, 'reason' in outcome ? outcome.reason : undefined);
        for (const { reason } of preview.problems) seen.add(reason.kind);
        if (preview.problems.length > 1) counts.several++;
        if ('reason' in outcome) return;
        counts.done++;
        const [held, had] = [holdingsOf(world), inventoriesOf(world)];
        for (const change of outcome.changes) apply(world, change);
        assert.deepEqual(shown(preview), differences(world, held, had));
      },
    ),
    3_000,
  );
  afterAllCases(() => {
    assert.deepEqual([...seen].sort(), [...kinds].sort(), 'every refusal came up');
    assert.ok(counts.done > 300 && counts.several > 1_000, JSON.stringify(counts));
  });
});

const kinds: readonly RefusalReason['kind'][] = [
  'reshape-provider-not-found',
  'provider-generation-conflict',
  'consumer-generation-conflict',
  'allocation-provider-not-found',
  'class-not-found',
  'nothing-to-allocate-from',
  'amount-not-allowed',
  'capacity-exceeded',
  'inventory-in-use',
];

function decided(
  world: World,
  command: Reshape,
): { readonly changes: readonly Change[] } | { readonly reason: RefusalReason } {
  try {
    return { changes: decide(world, command) };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason };
    throw error;
  }
}

/** What each has, as texts that can be compared, by id. */
type Texts = ReadonlyMap<string, string>;

function holdingsOf({ consumers }: World): Texts {
  return new Map(Array.from(consumers.values(), (each) => [each.id, holdingText(consumerFacts(each))]));
}

function holdingText({ allocations }: Pick<ReturnType<typeof consumerFacts>, 'allocations'>): string {
  return allocations
    .map((each) => Object.values(each).join(' '))
    .sort()
    .join();
}

function inventoriesOf({ providers }: World): Texts {
  return new Map(Array.from(providers.values(), (each) => [each.id, inventoryText(each.inventories)]));
}

function inventoryText(inventories: ReshapePreview['providers'][number]['before']): string {
  return Array.from(inventories, ([name, each]) =>
    [name, each.total, each.reserved, each.minUnit, each.maxUnit, each.stepSize, each.allocationRatio].join(
      ' ',
    ),
  )
    .sort()
    .join();
}

/** Who has or holds something else, and what before and after, as texts in the order of the alphabet. */
interface Differences {
  readonly providers: readonly string[];
  readonly consumers: readonly string[];
}

function shown({ providers, consumers }: ReshapePreview): Differences {
  const holdings = (allocations: ReshapePreview['consumers'][number]['before']) =>
    holdingText({ allocations });
  return {
    providers: providers
      .map(({ id, before, after }) => `${id}: ${inventoryText(before)} -> ${inventoryText(after)}`)
      .sort(),
    consumers: consumers
      .map(({ id, before, after }) => `${id}: ${holdings(before)} -> ${holdings(after)}`)
      .sort(),
  };
}

function differences(world: World, held: Texts, had: Texts): Differences {
  return { providers: changes(had, inventoriesOf(world)), consumers: changes(held, holdingsOf(world)) };
}

function changes(before: Texts, after: Texts): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => `${id}: ${before.get(id) ?? ''} -> ${after.get(id) ?? ''}`)
    .sort();
}
