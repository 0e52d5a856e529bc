import type { Change, ConsumerFacts } from '@berth/engine/changes.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import { firstCustomOrder } from '@berth/engine/resource-class.ts';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';

/** How many there are of each noun. */
export interface WorldSize {
  readonly providers: number;
  /** In one tree, each below the one before. */
  readonly treeDepth: number;
  /** Of one provider, the crowded one, all of one project and each of a user of its own. */
  readonly crowd: number;
  /** Others of the same project, three allocations each. */
  readonly consumers: number;
  readonly names: number;
}

export const wholeSize: WorldSize = {
  providers: 100_000,
  treeDepth: 12_000,
  crowd: 100_000,
  consumers: 130_000,
  names: 50_000,
};

export function scaled(size: WorldSize, scale: number): WorldSize {
  const part = (count: number) => Math.max(20, Math.round(count * scale));
  return {
    providers: part(size.providers),
    treeDepth: part(size.treeDepth),
    crowd: part(size.crowd),
    consumers: part(size.consumers),
    names: part(size.names),
  };
}

const kinds = { host: '1', consumer: '2', level: '3', aggregate: '4', crowd: '5', other: '6' };

/** Always the same one for a kind and number. */
export function idOf(kind: keyof typeof kinds, index: number): string {
  return `${kinds[kind]}0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

export const crowded = idOf('host', 0);
export const project = 'everybody';
export const everywhere = idOf('aggregate', 0);
export const usedClass = 'CUSTOM_USED';
export const nameAt = (index: number) => `CUSTOM_${'LONG_'.repeat(6)}${index}`;

const at = 1_700_000_000_000;
/** The first few providers, but for the crowded one, are nobody's. */
const firstConsumed = 8;

/** The changes that make it: many providers that have a class and an aggregate in common, and one that many consume. */
export function* largeWorld(size: WorldSize): Generator<Change> {
  for (const [order, name] of standardClasses.entries())
    yield {
      kind: 'class-added',
      resourceClass: { name: name as ClassName, order, createdAt: null, updatedAt: null },
    };
  for (const name of standardTraits)
    yield { kind: 'trait-added', trait: { name: name as TraitName, createdAt: at } };
  for (let index = 0; index < size.names; index++) {
    yield {
      kind: 'class-added',
      resourceClass: {
        name: (index === 0 ? usedClass : nameAt(index)) as ClassName,
        order: firstCustomOrder + index,
        createdAt: at,
        updatedAt: null,
      },
    };
    yield { kind: 'trait-added', trait: { name: nameAt(index) as TraitName, createdAt: at } };
  }
  for (let index = 0; index < size.providers; index++) yield* host(index);
  for (let level = 0; level < size.treeDepth; level++) yield provider('level', level, level - 1);
  for (let index = 0; index < size.crowd; index++)
    yield consumer('crowd', index, [{ host: 0, name: 'VCPU' }]);
  for (let index = 0; index < size.consumers; index++) {
    const host = firstConsumed + (index % (size.providers - firstConsumed));
    yield consumer('consumer', index, [
      { host, name: 'VCPU' },
      { host, name: 'MEMORY_MB' },
      { host, name: usedClass },
    ]);
  }
}

function* host(index: number): Generator<Change> {
  const id = idOf('host', index) as ProviderId;
  yield provider('host', index, -1);
  yield {
    kind: 'inventories-set',
    id,
    inventories: ['VCPU', 'MEMORY_MB', 'DISK_GB', usedClass].map((name) => ({
      resourceClass: name as ClassName,
      total: 1_000_000,
      reserved: 0,
      minUnit: 1,
      maxUnit: 1_000_000,
      stepSize: 1,
      allocationRatio: 16,
      createdAt: at,
      updatedAt: null,
    })),
  };
  yield {
    kind: 'aggregates-set',
    id,
    aggregates: [everywhere, idOf('aggregate', 1 + (index % 2_000))] as AggregateId[],
  };
  yield { kind: 'traits-set', id, traits: ['HW_CPU_X86_AVX2', 'COMPUTE_NODE'] as TraitName[] };
}

function provider(kind: 'host' | 'level', index: number, parent: number): Change {
  return {
    kind: 'provider-set',
    provider: {
      id: idOf(kind, index) as ProviderId,
      name: `${kind}-${index}`,
      parentId: parent < 0 ? null : (idOf(kind, parent) as ProviderId),
      generation: 1,
      createdAt: at,
      updatedAt: at,
    },
  };
}

function consumer(
  kind: 'crowd' | 'consumer',
  index: number,
  held: readonly { readonly host: number; readonly name: string }[],
): Change {
  const facts: ConsumerFacts = {
    id: idOf(kind, index) as ConsumerId,
    generation: 1,
    projectId: project,
    userId: `user-${index}`,
    type: null,
    createdAt: at,
    allocatedAt: at,
    allocations: held.map(({ host: place, name }) => ({
      providerId: idOf('host', place) as ProviderId,
      resourceClass: name as ClassName,
      amount: 1,
    })),
  };
  return { kind: 'consumer-set', consumer: facts };
}
