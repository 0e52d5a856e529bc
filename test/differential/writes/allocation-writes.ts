import type { Prng } from '@berth/testing/prng.ts';
import { allocationsBody, type Owner } from '../build-world.ts';
import { ask } from '../exchange.ts';
import { fittingAmount } from '../generate-world.ts';
import type { Look, SeenConsumer } from '../look.ts';
import { anyMinor, minorWith } from '../versions.ts';
import { type Amounts, consumerTypes, type Inventory, projects, users, type World } from '../world.ts';
import type { Write } from './write.ts';

export const setAllocations: Write = async (prng, world, look) => {
  const consumer = await someConsumer(prng, world, look);
  const minor = anyMinor(prng);
  const body: Record<string, unknown> = allocationsBody(
    minor,
    { ...someOwner(prng, consumer), allocations: await someAmounts(prng, world, look, minor >= 28) },
    generationFor(prng, consumer),
  );
  if (minor >= 34 && prng.chance(0.2))
    body['mappings'] = { '': [prng.pick(world.providers).uuid], _A: [prng.uuid()] };
  return ask('PUT', `/allocations/${consumer.uuid}`, minor, body);
};

/** Several consumers at once: some get something, some lose everything. */
export const postAllocations: Write = async (prng, world, look) => {
  const minor = minorWith(prng, 13);
  const body: Record<string, unknown> = {};
  for (let count = prng.between(1, 3); count > 0; count -= 1) {
    const consumer = await someConsumer(prng, world, look);
    const allocations = prng.chance(0.25) ? {} : await someAmounts(prng, world, look, false);
    body[consumer.uuid] = allocationsBody(
      Math.max(12, minor),
      { ...someOwner(prng, consumer), allocations },
      generationFor(prng, consumer),
    );
  }
  return ask('POST', '/allocations', minor, body);
};

/** What a migration does: the allocations of one consumer become another's, which then gets new ones. */
export const moveAllocations: Write = async (prng, world, look) => {
  const minor = minorWith(prng, 13);
  const from = await someConsumer(prng, world, look);
  const to = await look.consumer(prng.pick(world.spareConsumers));
  const rung = Math.max(12, minor);
  const moved = { ...from, allocations: prng.chance(0.5) ? {} : await someAmounts(prng, world, look, false) };
  return ask('POST', '/allocations', minor, {
    [from.uuid]: allocationsBody(rung, moved, from.generation),
    [to.uuid]: allocationsBody(
      rung,
      { ...someOwner(prng, to), allocations: from.allocations },
      to.generation,
    ),
  });
};

export const deleteAllocations: Write = async (prng, world, look) => {
  const consumer = await someConsumer(prng, world, look);
  return ask('DELETE', `/allocations/${consumer.uuid}`, anyMinor(prng));
};

async function someConsumer(prng: Prng, world: World, look: Look): Promise<SeenConsumer> {
  const existing = world.consumers.map(({ uuid }) => uuid);
  return await look.consumer(prng.pick([...existing, ...existing, ...world.spareConsumers]));
}

/** Who it belongs to: mostly as before. */
export function someOwner(prng: Prng, consumer: SeenConsumer): Omit<Owner, 'allocations'> {
  if (prng.chance(0.7)) return consumer;
  return { project: prng.pick(projects), user: prng.pick(users), type: prng.pick(consumerTypes) };
}

function generationFor(prng: Prng, consumer: SeenConsumer): number | null {
  return prng.weighted([
    [12, consumer.generation],
    [1, consumer.generation === null ? 0 : null],
    [1, (consumer.generation ?? 0) + 1],
  ]);
}

/** Amounts that mostly fit; else past capacity, off the step, of unknown classes or providers, or none. */
async function someAmounts(prng: Prng, world: World, look: Look, mayBeEmpty: boolean): Promise<Amounts> {
  if (mayBeEmpty && prng.chance(0.08)) return {};
  const amounts: Record<string, Record<string, number>> = {};
  for (const { uuid } of prng.some(await look.providers(), 1, 2)) {
    const inventories = Object.entries(await look.inventories(uuid));
    const used = await look.usages(uuid);
    const resources: Record<string, number> = {};
    for (const [name, inventory] of prng.some(inventories, 1, 2)) {
      const amount = amountFor(prng, inventory, used[name] ?? 0);
      if (amount > 0) resources[name] = amount;
    }
    if (prng.chance(0.04)) resources[prng.pick(['CUSTOM_NOPE', 'PGPU', ...world.customClasses])] = 1;
    if (Object.keys(resources).length > 0) amounts[uuid] = resources;
  }
  if (prng.chance(0.03)) amounts[prng.pick(world.spareProviders)] = { VCPU: 1 };
  // A body with no allocations at all is another case; this one shall have some.
  if (Object.keys(amounts).length === 0) amounts[prng.pick(world.providers).uuid] = { VCPU: 1 };
  return amounts;
}

/** 0 where nothing fits, and nothing else was chosen. */
function amountFor(prng: Prng, inventory: Inventory, used: number): number {
  return prng.weighted([
    [30, fittingAmount(prng, inventory, used)],
    [1, Math.max(1, inventory.total - used + 1)],
    [1, inventory.max_unit + 1],
    [1, inventory.step_size + 1],
    [1, inventory.min_unit],
    [1, Math.max(1, inventory.min_unit - 1)],
  ]);
}
