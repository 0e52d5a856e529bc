import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from '../worlds/world-plan.ts';

/** When all worlds were made. */
const now = Date.UTC(2026, 0, 1);

/**
 * What makes the world out of nothing, in the way clients would. Providers (of each depth) and consumers come in the
 * order of their uuids, which is that of the ledger's keys: a million allocations are then written in seconds.
 */
export function* commandsOf(plan: WorldPlan): Generator<Command> {
  yield { kind: 'sync-catalog', traits: standardTraits, classes: standardClasses, now };
  for (const name of plan.classes) yield { kind: 'add-class', name: name as ClassName, mayExist: true, now };
  for (const name of plan.traits) yield { kind: 'add-trait', name: name as TraitName, now };
  for (const provider of byDepth(plan.providers)) yield* commandsForProvider(provider);
  for (const consumer of inOrder(plan.consumers)) yield commandForConsumer(consumer);
}

/** Plans carry plain strings; here they become ids. */
function* commandsForProvider(provider: ProviderPlan): Generator<Command> {
  const id = provider.uuid as ProviderId;
  const parentId = provider.parent as ProviderId | null;
  yield { kind: 'create-provider', id, name: provider.name, parentId, now };
  const inventories = new Map(
    Object.entries(provider.inventories).map(([name, amounts]) => [name as ClassName, amounts]),
  );
  yield { kind: 'set-inventories', id, expectedGeneration: 0, inventories, reservedMayEqualTotal: true, now };
  // As a client would, who has nothing to say about what is none: that would move the generation.
  let generation = 1;
  if (provider.traits.length > 0) {
    const traits = provider.traits as readonly TraitName[];
    yield { kind: 'set-traits', id, expectedGeneration: generation, traits, now };
    generation += 1;
  }
  if (provider.aggregates.length > 0) {
    const aggregates = provider.aggregates as readonly AggregateId[];
    yield { kind: 'set-aggregates', id, expectedGeneration: generation, aggregates, now };
  }
}

function commandForConsumer({ uuid, project, user, allocations }: ConsumerPlan): Command {
  const claim = {
    consumerId: uuid as ConsumerId,
    projectId: project,
    userId: user,
    type: 'INSTANCE',
    expectedGeneration: null,
    allocations: allocations.map(({ provider, resourceClass, amount }) => ({
      providerId: provider as ProviderId,
      resourceClass: resourceClass as ClassName,
      amount,
    })),
  };
  return { kind: 'set-allocations', claims: [claim], now };
}

/** All roots, then all their children, and so on; each depth in order. */
function byDepth(providers: readonly ProviderPlan[]): ProviderPlan[] {
  const depths = new Map<string, number>();
  const levels: ProviderPlan[][] = [];
  for (const provider of providers) {
    const depth = provider.parent === null ? 0 : (depths.get(provider.parent) as number) + 1;
    depths.set(provider.uuid, depth);
    (levels[depth] ??= []).push(provider);
  }
  return levels.flatMap(inOrder);
}

function inOrder<T extends { readonly uuid: string }>(things: readonly T[]): T[] {
  return things.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1));
}
