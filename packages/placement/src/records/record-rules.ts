import { HttpError } from '@berth/api-kit/http-error.ts';
import { compileSchema } from '@berth/api-kit/json/schema.ts';
import { shortened } from '@berth/api-kit/json/shortened.ts';
import { canonicalUuid, isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { isWellFormed, notWellFormed } from '@berth/api-kit/json/well-formed.ts';
import type { ConsumerFacts, InventoryFacts } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { aggregateList } from '../http/aggregates/aggregates.ts';
import { shapes } from '../http/allocations/bodies.ts';
import { className, identity, object, uuidKey, uuidText } from '../http/fragments.ts';
import { checkRatio, inventoryNumbers } from '../http/inventories/bodies.ts';
import { parentId, providerName } from '../http/providers/bodies.ts';
import type { PlacementRecord, WholeProvider } from './placement-record.ts';

/**
 * What is wrong with a record by itself. The rules are those of the API, made of the same pieces, since nothing may come into a
 * ledger that no client could have put there, whatever the door: an export, another Placement, or the rows of a ledger.
 */
export function* ruleProblems(record: PlacementRecord): Generator<string> {
  switch (record.kind) {
    case 'class': {
      const { name, createdAt, updatedAt } = record.resourceClass;
      yield* broken('the class', checkName(name), name);
      yield* timeProblems(`class ${name}`, [createdAt, updatedAt]);
      return;
    }
    case 'trait': {
      const { name, createdAt } = record.trait;
      yield* broken('the trait', checkName(name), name);
      yield* timeProblems(`trait ${name}`, [createdAt]);
      return;
    }
    case 'provider':
      yield* providerProblems(record);
      return;
    default:
      yield* consumerProblems(record.consumer);
  }
}

/**
 * Names as they are in the catalog and as clients may make them. A name without CUSTOM_ that this program does not know is of a
 * newer catalog than its own.
 */
const checkName = compileSchema({ ...identity, pattern: className });

const checkProvider = compileSchema(
  object({
    uuid: uuidText,
    name: providerName,
    parent_provider_uuid: parentId,
    generation: { type: 'integer', minimum: 0 },
    inventories: {
      type: 'object',
      patternProperties: { [className]: object(inventoryNumbers, Object.keys(inventoryNumbers)) },
      additionalProperties: false,
    },
    aggregates: aggregateList,
    traits: { type: 'array', items: identity, uniqueItems: true },
  }),
);

function* providerProblems({ provider, inventories, traits, aggregates }: WholeProvider): Generator<string> {
  const what = `provider ${shortened(provider.id)}`;
  const wire = {
    uuid: provider.id,
    name: provider.name,
    parent_provider_uuid: provider.parentId,
    generation: provider.generation,
    inventories: Object.fromEntries(inventories.map((each) => [each.resourceClass, wireInventory(each)])),
    aggregates,
    traits,
  };
  yield* broken(what, checkProvider(wire), wire);
  // Clients may write it in other ways, but it is kept, and found, in this one.
  if (isUuidLike(provider.id) && canonicalUuid(provider.id) !== provider.id) {
    yield `${what}: its uuid is not written as ${canonicalUuid(provider.id)}`;
  }
  for (const inventory of inventories) {
    const of = `the inventory of ${shortened(inventory.resourceClass)} on ${what}`;
    yield* ratioProblems(of, inventory);
    yield* timeProblems(of, [inventory.createdAt, inventory.updatedAt]);
  }
  yield* timeProblems(what, [provider.createdAt, provider.updatedAt]);
}

function wireInventory(inventory: InventoryFacts): Readonly<Record<string, number>> {
  return {
    total: inventory.total,
    reserved: inventory.reserved,
    min_unit: inventory.minUnit,
    max_unit: inventory.maxUnit,
    step_size: inventory.stepSize,
    allocation_ratio: inventory.allocationRatio,
  };
}

function* ratioProblems(of: string, { allocationRatio }: InventoryFacts): Generator<string> {
  try {
    checkRatio(allocationRatio);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    yield `${of}: ${error.message}`;
  }
}

const checkConsumerId = compileSchema({ type: 'string', pattern: uuidKey });
const checkGeneration = compileSchema({ type: 'integer', minimum: 0 });
const checkTyped = compileSchema(shapes['1.38']);
/** Consumers that clients older than 1.38 have made have no type. */
const checkUntyped = compileSchema(shapes['1.34']);

function* consumerProblems(consumer: ConsumerFacts): Generator<string> {
  const what = `consumer ${shortened(consumer.id)}`;
  yield* broken(what, checkConsumerId(consumer.id), consumer.id);
  yield* broken(`the generation of ${what}`, checkGeneration(consumer.generation), null);
  const allocations: Record<string, { readonly resources: Record<string, number> }> = {};
  for (const { providerId, resourceClass, amount } of consumer.allocations) {
    (allocations[providerId] ??= { resources: {} }).resources[resourceClass] = amount;
  }
  const untyped = {
    allocations,
    project_id: consumer.projectId,
    user_id: consumer.userId,
    consumer_generation: consumer.generation,
  };
  const wire = consumer.type === null ? untyped : { ...untyped, consumer_type: consumer.type };
  yield* broken(what, (consumer.type === null ? checkUntyped : checkTyped)(wire), wire);
  yield* timeProblems(what, [consumer.createdAt, consumer.allocatedAt]);
}

function* broken(what: string, violation: string | null, value: unknown): Generator<string> {
  if (violation !== null) yield `${what}: ${inShort(violation)}`;
  else if (!isWellFormed(value)) yield `${what}: ${notWellFormed}`;
  // Python's `$`, by which the patterns go, lets a final line feed pass, and no path could name such a thing.
  else if (typeof value === 'string' && value.endsWith('\n')) yield `${what}: ends with a line feed`;
}

/** Without schema and instance: what is wrong, and where. */
function inShort(violation: string): string {
  const [message = ''] = violation.split('\n\nFailed validating ', 1);
  const where = /\nOn instance(\[.*\]):\n/.exec(violation)?.[1];
  return where === undefined ? shortened(message) : `${shortened(message)} (at ${shortened(where)})`;
}

/** No answer could show another time. */
function* timeProblems(what: string, instants: readonly (Instant | null)[]): Generator<string> {
  for (const instant of instants) {
    if (instant !== null && !(Math.abs(instant) <= instantMax))
      yield `${shortened(what)}: ${instant} is no time`;
  }
}

const instantMax = 8_640_000_000_000_000;
