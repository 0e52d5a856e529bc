import type { Prng } from '@berth/testing/prng.ts';
import { allocationsBody } from '../build-world.ts';
import { ask } from '../exchange.ts';
import type { Look, SeenProvider } from '../look.ts';
import { minorWith } from '../versions.ts';
import type { Amounts, Inventory } from '../world.ts';
import { someOwner } from './allocation-writes.ts';
import { createProvider, someProvider } from './provider-writes.ts';
import { generationOr, type Write } from './write.ts';

/**
 * Moves the inventory of one class, with all that is allocated of it, to another provider (mostly of the
 * same tree), as a compute service does when it learns of its NUMA cells. Some are spoilt on the way.
 */
export const reshape: Write = async (prng, world, look) => {
  const from = await providerInUse(prng, look);
  if (from === null) return await createProvider(prng, world, look);
  const to = await target(prng, look, from);
  const here = await look.inventories(from.uuid);
  const there = await look.inventories(to.uuid);
  const name = prng.pick(Object.keys(here));
  const { [name]: moved, ...left } = here;
  const minor = minorWith(prng, 30);
  const spoilt = prng.weighted([
    [8, 'nothing'],
    [1, 'capacity'],
    [1, 'class'],
    [1, 'provider'],
    [1, 'left'],
  ] as const);
  const arriving = spoilt === 'capacity' ? { ...(moved as Inventory), total: 1 } : moved;
  const inventories: Record<string, unknown> = {
    [from.uuid]: entry(prng, from, spoilt === 'left' ? {} : left),
    [to.uuid]: entry(prng, to, { ...there, [spoilt === 'class' ? 'CUSTOM_NOPE' : name]: arriving }),
  };
  if (spoilt === 'provider') inventories[prng.pick(world.spareProviders)] = entry(prng, to, there);
  const allocations: Record<string, unknown> = {};
  for (const uuid of await look.consumersOn(from.uuid)) {
    const consumer = await look.consumer(uuid);
    if (prng.chance(0.06)) continue;
    const amounts = relocated(consumer.allocations, name, from.uuid, to.uuid);
    const generation = prng.chance(0.95) ? consumer.generation : null;
    allocations[uuid] = allocationsBody(
      Math.max(28, minor),
      { ...someOwner(prng, consumer), allocations: amounts },
      generation,
    );
  }
  return ask('POST', '/reshaper', minor, { inventories, allocations });
};

const entry = (prng: Prng, provider: SeenProvider, inventories: object): unknown => ({
  resource_provider_generation: prng.chance(0.3)
    ? generationOr(prng, provider.generation)
    : provider.generation,
  inventories,
});

/** A provider with inventory, one with consumers where there is one; null where there is none at all. */
async function providerInUse(prng: Prng, look: Look): Promise<SeenProvider | null> {
  let found: SeenProvider | null = null;
  for (const provider of prng.some(await look.providers(), 4, 4)) {
    if (Object.keys(await look.inventories(provider.uuid)).length === 0) continue;
    found = provider;
    if ((await look.consumersOn(provider.uuid)).length > 0) return provider;
  }
  return found;
}

async function target(prng: Prng, look: Look, from: SeenProvider): Promise<SeenProvider> {
  const relatives = (await look.providers()).filter(
    (other) => other.root_provider_uuid === from.root_provider_uuid && other.uuid !== from.uuid,
  );
  return relatives.length > 0 && prng.chance(0.9) ? prng.pick(relatives) : await someProvider(prng, look);
}

function relocated(amounts: Amounts, name: string, from: string, to: string): Amounts {
  const result: Record<string, Record<string, number>> = {};
  for (const [provider, resources] of Object.entries(amounts)) {
    for (const [resource, amount] of Object.entries(resources)) {
      const place = provider === from && resource === name ? to : provider;
      const there = (result[place] ??= {});
      there[resource] = (there[resource] ?? 0) + amount;
    }
  }
  return result;
}
