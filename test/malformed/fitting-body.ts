import type { Prng } from '@berth/testing/prng.ts';
import { customClass, customTrait, projects, type World } from './world.ts';

/**
 * A body that the endpoint might take, if only generations, names and the version are right; null where it takes none.
 * Which shape is right depends on the version, so all that there ever were are made.
 */
export function fittingBody(prng: Prng, route: string, world: World): unknown {
  return bodies[route]?.(prng, world) ?? null;
}

const bodies: Readonly<Record<string, (prng: Prng, world: World) => unknown>> = {
  'POST /resource_providers': newProvider,
  'PUT /resource_providers/{uuid}': (prng, world) => ({
    name: prng.pick(world.providers).name,
    ...parent(prng, world),
  }),
  'POST /resource_providers/{uuid}/inventories': (prng, world) => ({
    resource_class: prng.pick(classes),
    ...inventory(prng),
    ...sometimes(prng, generation(prng, world)),
  }),
  'PUT /resource_providers/{uuid}/inventories': inventories,
  'PUT /resource_providers/{uuid}/inventories/{resource_class}': (prng, world) => ({
    ...inventory(prng),
    ...generation(prng, world),
  }),
  'PUT /resource_providers/{uuid}/aggregates': (prng, world) => {
    const aggregates = prng.some(world.aggregates, 0, 3);
    return prng.chance(0.3) ? aggregates : { aggregates, ...generation(prng, world) };
  },
  'PUT /resource_providers/{uuid}/traits': (prng, world) => ({
    traits: prng.some(['HW_CPU_X86_VMX', customTrait, 'HW_NUMA_ROOT', 'CUSTOM_NOPE'], 0, 3),
    ...generation(prng, world),
  }),
  'POST /allocations': claims,
  'PUT /allocations/{consumer_uuid}': claim,
  'POST /resource_classes': (prng) => ({ name: `CUSTOM_${prng.below(30)}` }),
  'PUT /resource_classes/{name}': (prng) => ({ name: `CUSTOM_${prng.below(30)}` }),
  'POST /reshaper': reshape,
  'POST /berth/v1/reshaper/check': reshape,
};

function reshape(prng: Prng, world: World) {
  return {
    inventories: Object.fromEntries(
      prng.some(world.providers, 1, 2).map(({ uuid }) => [uuid, inventories(prng, world)]),
    ),
    allocations: prng.chance(0.5) ? {} : claims(prng, world),
  };
}

const classes = ['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB', customClass, 'CUSTOM_NOPE'];

function sometimes<Value extends object>(prng: Prng, value: Value): Value | Record<string, never> {
  return prng.chance(0.5) ? value : {};
}

/** Mostly not that of the provider in question: most of these requests are to be refused. */
function generation(prng: Prng, world: World) {
  return { resource_provider_generation: prng.pick([0, 1, ...world.generations.values()]) };
}

function newProvider(prng: Prng, world: World) {
  return {
    name: prng.chance(0.5) ? prng.pick(world.providers).name : `new-${prng.below(1000)}`,
    ...sometimes(prng, { uuid: prng.chance(0.5) ? prng.pick(world.providers).uuid : prng.uuid() }),
    ...parent(prng, world),
  };
}

function parent(prng: Prng, world: World) {
  const uuids = [...world.providers.map(({ uuid }) => uuid), ...world.spares];
  return sometimes(prng, { parent_provider_uuid: prng.chance(0.2) ? null : prng.pick(uuids) });
}

function inventory(prng: Prng) {
  const all = {
    reserved: prng.below(20),
    min_unit: prng.between(1, 4),
    max_unit: prng.between(1, 100),
    step_size: prng.between(1, 4),
    allocation_ratio: prng.pick([1, 1.5, 0.1, 16, 0, -1, 5e-324, 3.4e38, -3.4e38, -1e300]),
  };
  return { total: prng.between(1, 20), ...Object.fromEntries(prng.some(Object.entries(all), 0, 5)) };
}

function inventories(prng: Prng, world: World) {
  return {
    inventories: Object.fromEntries(prng.some(classes, 0, 3).map((name) => [name, inventory(prng)])),
    ...generation(prng, world),
  };
}

function claims(prng: Prng, world: World) {
  const uuids = [...world.consumers.map(({ uuid }) => uuid), prng.uuid()];
  return Object.fromEntries(prng.some(uuids, 1, 2).map((uuid) => [uuid, claim(prng, world)]));
}

function claim(prng: Prng, world: World) {
  const uuids = [...world.providers.map(({ uuid }) => uuid), ...world.spares];
  const amounts = () =>
    Object.fromEntries(prng.some(classes, 1, 2).map((name) => [name, prng.between(1, 5)]));
  const chosen = prng.some(uuids, prng.chance(0.1) ? 0 : 1, 2);
  const allocations = prng.chance(0.2)
    ? chosen.map((uuid) => ({ resource_provider: { uuid }, resources: amounts() }))
    : Object.fromEntries(chosen.map((uuid) => [uuid, { resources: amounts() }]));
  return {
    allocations,
    project_id: prng.pick(projects),
    user_id: 'user-a',
    ...sometimes(prng, { consumer_generation: prng.pick([null, 1, 2, 3]) }),
    ...sometimes(prng, { consumer_type: prng.pick(['INSTANCE', 'MIGRATION']) }),
    ...(prng.chance(0.1) ? { mappings: { '': [prng.pick(uuids)] } } : {}),
  };
}
