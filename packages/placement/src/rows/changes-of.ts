import { assert } from '@berth/engine/assert.ts';
import type { AllocationFacts, Change, InventoryFacts, ProviderFacts } from '@berth/engine/changes.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import { SharedTexts } from './shared-texts.ts';

type Read = (table: string) => Iterable<Row>;

/** The changes that make the stored world from nothing; what is referred to comes first. */
export function* changesOf(read: Read): Generator<Change> {
  const shared = new SharedTexts();
  for (const row of read('resource_classes')) {
    const resourceClass = {
      name: shared.of(row['name'] as ClassName),
      order: row['position'] as number,
      createdAt: row['created_at'] as number | null,
      updatedAt: row['updated_at'] as number | null,
    };
    yield { kind: 'class-added', resourceClass };
  }
  for (const row of read('traits')) {
    const trait = { name: shared.of(row['name'] as TraitName), createdAt: row['created_at'] as number };
    yield { kind: 'trait-added', trait };
  }
  for (const provider of parentsFirst(read('providers'))) yield { kind: 'provider-set', provider };
  for (const [id, rows] of grouped(read('inventories'), 'provider_id')) {
    const inventories = rows.map((row) => inventoryOf(row, shared));
    yield { kind: 'inventories-set', id: id as ProviderId, inventories };
  }
  for (const [id, rows] of grouped(read('provider_traits'), 'provider_id')) {
    const traits = rows.map((row) => shared.of(row['trait'] as TraitName));
    yield { kind: 'traits-set', id: id as ProviderId, traits };
  }
  for (const [id, rows] of grouped(read('provider_aggregates'), 'provider_id')) {
    const aggregates = rows.map((row) => shared.of(row['aggregate_id'] as AggregateId));
    yield { kind: 'aggregates-set', id: id as ProviderId, aggregates };
  }
  yield* consumersOf(read, shared);
}

/** Roots oldest first; a child never before its parent. */
function* parentsFirst(rows: Iterable<Row>): Generator<ProviderFacts> {
  const waiting = new Map<ProviderId, ProviderFacts[]>();
  const roots: ProviderFacts[] = [];
  let left = 0;
  for (const row of rows) {
    left++;
    const facts: ProviderFacts = {
      id: row['id'] as ProviderId,
      name: row['name'] as string,
      parentId: row['parent_id'] as ProviderId | null,
      generation: row['generation'] as number,
      createdAt: row['created_at'] as number,
      updatedAt: row['updated_at'] as number | null,
    };
    const siblings = facts.parentId === null ? roots : waiting.getOrInsert(facts.parentId, []);
    siblings.push(facts);
  }
  roots.sort((a, b) => a.createdAt - b.createdAt);
  const ready = roots.reverse();
  for (let next = ready.pop(); next; next = ready.pop()) {
    yield next;
    left--;
    for (const child of waiting.get(next.id) ?? []) ready.push(child);
  }
  assert(left === 0, 'every provider is in the tree of a root');
}

/** Rows that follow each other and have the same first column of the key. */
function* grouped(rows: Iterable<Row>, column: string): Generator<[string, Row[]]> {
  let key: string | null = null;
  let group: Row[] = [];
  for (const row of rows) {
    const next = row[column] as string;
    if (key !== null && next !== key) {
      yield [key, group];
      group = [];
    }
    key = next;
    group.push(row);
  }
  if (key !== null) yield [key, group];
}

function inventoryOf(row: Row, shared: SharedTexts): InventoryFacts {
  return {
    resourceClass: shared.of(row['resource_class'] as ClassName),
    total: row['total'] as number,
    reserved: row['reserved'] as number,
    minUnit: row['min_unit'] as number,
    maxUnit: row['max_unit'] as number,
    stepSize: row['step_size'] as number,
    allocationRatio: row['allocation_ratio'] as number,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number | null,
  };
}

/** Consumers and allocations are both in the order in which the consumers came, so they are read side by side. */
function* consumersOf(read: Read, shared: SharedTexts): Generator<Change> {
  const holdings = grouped(read('allocations'), 'consumer_id');
  for (const row of read('consumers')) {
    const { value: holding } = holdings.next();
    const held: readonly Row[] = holding?.[1] ?? [];
    assert(isOf(row, held[0]), `consumer ${row['id']} holds something`);
    const type = row['type'] as string | null;
    const consumer = {
      id: row['id'] as ConsumerId,
      generation: row['generation'] as number,
      projectId: shared.of(row['project_id'] as string),
      userId: shared.of(row['user_id'] as string),
      type: type === null ? null : shared.of(type),
      createdAt: row['created_at'] as number,
      allocatedAt: row['allocated_at'] as number,
      allocations: held.map((row) => allocationOf(row, shared)),
    };
    yield { kind: 'consumer-set', consumer };
  }
  assert(holdings.next().done, 'every allocation has a consumer');
}

/** By both columns of its key: they may differ in a damaged ledger, and then it could not be removed again. */
function isOf(consumer: Row, allocation: Row | undefined): boolean {
  return (
    allocation?.['consumer_id'] === consumer['id'] &&
    allocation?.['consumer_created_at'] === consumer['created_at']
  );
}

function allocationOf(row: Row, shared: SharedTexts): AllocationFacts {
  return {
    providerId: row['provider_id'] as ProviderId,
    resourceClass: shared.of(row['resource_class'] as ClassName),
    amount: row['amount'] as number,
  };
}
