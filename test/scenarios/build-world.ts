import type { AggregateId } from '@berth/engine/ids.ts';
import type { Inventory } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { allocations } from '@berth/engine/testing/allocate.ts';
import { given } from '@berth/engine/testing/given.ts';
import { aggregateId, id } from '@berth/engine/testing/names.ts';
import type { World } from '@berth/engine/world.ts';
import type { Names } from './names.ts';

export interface BuildRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly body?: unknown;
}

/**
 * The requests that bring a world into an empty server. The world is in the notation of the engine's tests (see
 * `given`), plus lines that say who holds what:
 *
 *     cn1      VCPU:16(ratio=2) CUSTOM_GOLD agg:A
 *       numa0  VCPU:8
 *     vm1 holds cn1:VCPU=2 numa0:VCPU=1
 *     vm2 holds cn1:VCPU=1 for alpha/ann as MIGRATION
 *
 * Unless it is said, the holder is an INSTANCE of project/user; `as unknown` makes one of before 1.38. Providers start
 * at generation 0 and move on by one for their inventories, traits, aggregates and each holder.
 */
export function buildWorld(text: string, names: Names): BuildRequest[] {
  const lines = text.split('\n');
  const world = given(lines.filter((line) => !holds.test(line)).join('\n'));
  return [
    ...customNames(world.traits).map((name) => ({
      method: 'PUT',
      target: `/traits/${name}`,
      version: '1.6',
    })),
    ...customNames(world.classes).map((name) => ({
      method: 'PUT',
      target: `/resource_classes/${name}`,
      version: '1.7',
    })),
    ...[...world.providers.values()].flatMap((provider) => providerRequests(provider, names)),
    ...lines.filter((line) => holds.test(line)).map((line) => allocationsRequest(line, world, names)),
  ];
}

function customNames(known: ReadonlyMap<string, unknown>): string[] {
  return [...known.keys()].filter((name) => name.startsWith('CUSTOM_'));
}

function providerRequests(provider: Provider, names: Names): BuildRequest[] {
  if (provider.generation > 0 || provider.used.size > 0) {
    throw new Error(`The world of a scenario cannot say gen: or used= (${provider.name}).`);
  }
  const path = `/resource_providers/${names.uuidOf(provider.name)}`;
  const requests: BuildRequest[] = [
    {
      method: 'POST',
      target: '/resource_providers',
      version: '1.20',
      body: {
        uuid: names.uuidOf(provider.name),
        name: provider.name,
        parent_provider_uuid: provider.parent && names.uuidOf(provider.parent.name),
      },
    },
  ];
  let generation = 0;
  const put = (part: string, version: string, members: Record<string, unknown>): void => {
    const body = { ...members, resource_provider_generation: generation++ };
    requests.push({ method: 'PUT', target: `${path}/${part}`, version, body });
  };
  if (provider.inventories.size > 0) {
    const inventories = Array.from(provider.inventories, ([name, inventory]) => [
      name,
      wireInventory(inventory),
    ]);
    put('inventories', '1.26', { inventories: Object.fromEntries(inventories) });
  }
  if (provider.traits.size > 0) put('traits', '1.6', { traits: [...provider.traits] });
  if (provider.aggregates.size > 0) {
    put('aggregates', '1.19', {
      aggregates: Array.from(provider.aggregates, (id) => names.uuidOf(letterOf(id))),
    });
  }
  return requests;
}

/** Aggregates have a capital letter for a name. */
function letterOf(aggregate: AggregateId): string {
  const letter = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find((each) => aggregateId(each) === aggregate);
  if (letter === undefined) throw new Error('An aggregate in the world of a scenario is one letter, A to Z.');
  return letter;
}

function wireInventory(inventory: Inventory) {
  return {
    total: inventory.total,
    reserved: inventory.reserved,
    min_unit: inventory.minUnit,
    max_unit: inventory.maxUnit,
    step_size: inventory.stepSize,
    allocation_ratio: inventory.allocationRatio,
  };
}

const holds = /^\s*(\w+) holds (.+?)(?: for (\w+)\/(\w+))?(?: as (\w+))?\s*$/;

function allocationsRequest(line: string, world: World, names: Names): BuildRequest {
  const [, consumer = '', held = '', project = 'project', user = 'user', type = 'INSTANCE'] =
    holds.exec(line) ?? [];
  const providers = new Map(Array.from(world.providers.values(), ({ name }) => [id(name), name]));
  const amounts: Record<string, { resources: Record<string, number> }> = {};
  for (const { providerId, resourceClass, amount } of allocations(held)) {
    const name = providers.get(providerId);
    if (name === undefined) throw new Error(`Something is held from a provider that is not there: ${line}`);
    (amounts[names.uuidOf(name)] ??= { resources: {} }).resources[resourceClass] = amount;
  }
  const isTyped = type !== 'unknown';
  return {
    method: 'PUT',
    target: `/allocations/${names.uuidOf(consumer)}`,
    version: isTyped ? '1.38' : '1.28',
    body: {
      allocations: amounts,
      project_id: project,
      user_id: user,
      consumer_generation: null,
      ...(isTyped ? { consumer_type: type } : {}),
    },
  };
}
