import { ask, type Request } from './exchange.ts';
import type { Amounts, Consumer, Provider, World } from './world.ts';

/** The requests that bring a world into an empty server. All of them must succeed. */
export function buildRequests(world: World): Request[] {
  return [
    ...world.customTraits.map((name) => ask('PUT', `/traits/${name}`, 6)),
    ...world.customClasses.map((name) => ask('PUT', `/resource_classes/${name}`, 7)),
    ...world.providers.flatMap(providerRequests),
    ...world.consumers.map((consumer) =>
      ask(
        'PUT',
        `/allocations/${consumer.uuid}`,
        consumer.minor,
        allocationsBody(consumer.minor, consumer, null),
      ),
    ),
  ];
}

function providerRequests(provider: Provider): Request[] {
  const path = `/resource_providers/${provider.uuid}`;
  let generation = 0;
  const requests = [
    ask('POST', '/resource_providers', 20, {
      uuid: provider.uuid,
      name: provider.name,
      parent_provider_uuid: provider.parent,
    }),
  ];
  if (Object.keys(provider.inventories).length > 0) {
    const body = { resource_provider_generation: generation, inventories: provider.inventories };
    requests.push(ask('PUT', `${path}/inventories`, 26, body));
    generation += 1;
  }
  if (provider.traits.length > 0) {
    const body = { resource_provider_generation: generation, traits: provider.traits };
    requests.push(ask('PUT', `${path}/traits`, 6, body));
    generation += 1;
  }
  if (provider.aggregates.length > 0) {
    const body = { resource_provider_generation: generation, aggregates: provider.aggregates };
    requests.push(ask('PUT', `${path}/aggregates`, 19, body));
  }
  return requests;
}

export type Owner = Pick<Consumer, 'project' | 'user' | 'type' | 'allocations'>;

/** What PUT /allocations/{consumer} takes at 1.`minor`; one entry of POST /allocations has the same shape. */
export function allocationsBody(
  minor: number,
  owner: Owner,
  generation: number | null,
): Record<string, unknown> {
  return {
    allocations: minor < 12 ? asList(owner.allocations) : asMap(owner.allocations),
    ...(minor >= 8 ? { project_id: owner.project, user_id: owner.user } : {}),
    ...(minor >= 28 ? { consumer_generation: generation } : {}),
    ...(minor >= 38 ? { consumer_type: owner.type } : {}),
  };
}

function asList(amounts: Amounts): unknown[] {
  return Object.entries(amounts).map(([uuid, resources]) => ({ resource_provider: { uuid }, resources }));
}

function asMap(amounts: Amounts): Record<string, unknown> {
  return Object.fromEntries(Object.entries(amounts).map(([uuid, resources]) => [uuid, { resources }]));
}
