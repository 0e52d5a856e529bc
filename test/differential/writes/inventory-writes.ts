import type { Prng } from '@berth/testing/prng.ts';
import { ask } from '../exchange.ts';
import { generateInventory } from '../generate-world.ts';
import type { Look } from '../look.ts';
import { anyMinor } from '../versions.ts';
import { type Inventory, standardClasses, type World } from '../world.ts';
import { somePath } from './provider-writes.ts';
import { generationOr, type Write } from './write.ts';

export const setInventories: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const now = Object.entries(await inventoriesOf(look, provider.uuid));
  // Most keep what is there (it may be in use) and change some numbers of it.
  const kept = prng.chance(0.7) ? now : prng.some(now, 0, 3);
  const inventories: Record<string, unknown> = {};
  for (const [name, inventory] of kept)
    inventories[name] = prng.chance(0.5) ? inventory : variation(prng, inventory);
  for (const name of prng.some(classes(world), 0, 2))
    inventories[name] = variation(prng, generateInventory(prng));
  return ask('PUT', `${path}/inventories`, anyMinor(prng), {
    resource_provider_generation: generationOr(prng, provider.generation),
    inventories,
  });
};

export const addInventory: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  return ask('POST', `${path}/inventories`, anyMinor(prng), {
    resource_class: prng.pick(classes(world)),
    ...(prng.chance(0.3) ? { resource_provider_generation: generationOr(prng, provider.generation) } : {}),
    ...variation(prng, generateInventory(prng)),
  });
};

export const setInventory: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const now = await inventoriesOf(look, provider.uuid);
  const name = prng.pick([...Object.keys(now), ...Object.keys(now), prng.pick(classes(world))]);
  return ask('PUT', `${path}/inventories/${name}`, anyMinor(prng), {
    resource_provider_generation: generationOr(prng, provider.generation),
    ...variation(prng, now[name] ?? generateInventory(prng)),
  });
};

export const deleteInventory: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const names = Object.keys(await inventoriesOf(look, provider.uuid));
  return ask(
    'DELETE',
    `${path}/inventories/${prng.pick([...names, prng.pick(classes(world))])}`,
    anyMinor(prng),
  );
};

export const deleteInventories: Write = async (prng, world, look) => {
  const { path } = await somePath(prng, world, look);
  return ask('DELETE', `${path}/inventories`, anyMinor(prng));
};

function classes(world: World): string[] {
  return [...standardClasses, ...world.customClasses, 'CUSTOM_MADE_1', 'CUSTOM_NOPE'];
}

async function inventoriesOf(look: Look, provider: string): Promise<Readonly<Record<string, Inventory>>> {
  const known = (await look.providers()).some(({ uuid }) => uuid === provider);
  return known ? await look.inventories(provider) : {};
}

/** The inventory with some numbers changed, and often without those that have a default. */
function variation(prng: Prng, inventory: Inventory): Partial<Inventory> {
  const changed: Record<string, number> = { ...inventory };
  if (prng.chance(0.4)) changed['total'] = prng.pick([1, 2, 5, 10, 64, 1000]);
  if (prng.chance(0.15)) changed['reserved'] = prng.pick([0, 1, 5, 64, inventory.total, inventory.total + 1]);
  if (prng.chance(0.1)) changed['max_unit'] = prng.pick([1, 3, 10]);
  if (prng.chance(0.1)) changed['step_size'] = prng.pick([1, 2, 5]);
  if (prng.chance(0.1))
    changed['allocation_ratio'] = prng.pick([0, 0.01, 0.99, 1.00001, 3, -1, 100, 3.40282e38]);
  for (const name of ['reserved', 'min_unit', 'max_unit', 'step_size', 'allocation_ratio']) {
    if (prng.chance(0.2)) delete changed[name];
  }
  return changed;
}
