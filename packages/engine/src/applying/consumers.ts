import { assert } from '../assert.ts';
import type { Change, ConsumerFacts } from '../changes.ts';
import type { Allocation, Consumer } from '../consumer.ts';
import { consumerFacts } from '../facts.ts';
import type { ConsumerId } from '../ids.ts';
import type { ProviderRecord, WorldState } from '../world.ts';
import { ProjectUsage } from '../usage.ts';
import { changed, knownProvider } from './records.ts';
import { renewStock } from './stocks.ts';

type ConsumerSet = Extract<Change, { kind: 'consumer-set' }>;

export function setConsumer(world: WorldState, { consumer: facts, isNew }: ConsumerSet): Change {
  assert(facts.allocations.length > 0, 'a consumer that is set holds something');
  const existing = world.consumers.get(facts.id);
  // Both are what the rows of a ledger are found by.
  assert(!existing || !isNew, 'a consumer that is new was not there');
  assert(!existing || existing.createdAt === facts.createdAt, 'a consumer keeps the time of its making');
  const before: Change = existing
    ? { kind: 'consumer-set', consumer: consumerFacts(existing) }
    : { kind: 'consumer-removed', id: facts.id, createdAt: facts.createdAt };
  if (existing) dropConsumer(world, existing);
  const allocations = allocationsOf(world, facts);
  const consumer: Consumer = { ...facts, allocations };
  world.consumers.set(consumer.id, consumer);
  countUsage(world, consumer, 1);
  for (const allocation of allocations) {
    const provider = allocation.provider as ProviderRecord;
    provider.consumers.add(consumer);
    addUsage(world, provider, allocation, 1);
  }
  world.allocationCount += allocations.length;
  return before;
}

function allocationsOf(world: WorldState, facts: ConsumerFacts): Allocation[] {
  let provider: ProviderRecord | null = null;
  return facts.allocations.map(({ providerId, resourceClass, amount }) => {
    // Most consumers have all they hold from one provider.
    if (provider?.id !== providerId) provider = knownProvider(world, providerId);
    return { provider, resourceClass, amount };
  });
}

export function removeConsumer(world: WorldState, id: ConsumerId): Change {
  const consumer = world.consumers.get(id);
  assert(consumer, 'a removed consumer was known');
  dropConsumer(world, consumer);
  world.consumers.delete(id);
  return { kind: 'consumer-set', consumer: consumerFacts(consumer) };
}

function dropConsumer(world: WorldState, consumer: Consumer): void {
  countUsage(world, consumer, -1);
  for (const allocation of consumer.allocations) {
    const provider = allocation.provider as ProviderRecord;
    provider.consumers.delete(consumer);
    addUsage(world, provider, allocation, -1);
  }
  world.allocationCount -= consumer.allocations.length;
}

function addUsage(
  world: WorldState,
  provider: ProviderRecord,
  { resourceClass, amount }: Allocation,
  sign: 1 | -1,
): void {
  const used = (provider.used.get(resourceClass) ?? 0) + sign * amount;
  if (used === 0) provider.used.delete(resourceClass);
  else provider.used.set(resourceClass, used);
  renewStock(world, provider, resourceClass);
  changed(provider);
}

/** Keeps the sums per project up to date; one that comes to nothing goes. */
export function countUsage(world: WorldState, consumer: Consumer, sign: 1 | -1): void {
  const usage = world.usageByProject.getOrInsertComputed(consumer.projectId, () => new ProjectUsage());
  usage.count(consumer, sign);
  if (usage.all.consumerCount === 0) world.usageByProject.delete(consumer.projectId);
}
