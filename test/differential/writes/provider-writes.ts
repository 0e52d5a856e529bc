import type { Prng } from '@berth/testing/prng.ts';
import { ask } from '../exchange.ts';
import type { Look, SeenProvider } from '../look.ts';
import { anyMinor, minorWith } from '../versions.ts';
import type { World } from '../world.ts';
import type { Write } from './write.ts';

/** One that exists, but for a rare one that does not. */
export async function somePath(
  prng: Prng,
  world: World,
  look: Look,
): Promise<{ path: string; provider: SeenProvider }> {
  const provider = await someProvider(prng, look);
  const uuid = prng.chance(0.95) ? provider.uuid : prng.pick(world.spareProviders);
  return { path: `/resource_providers/${uuid}`, provider };
}

export async function someProvider(prng: Prng, look: Look): Promise<SeenProvider> {
  const providers = await look.providers();
  // All can have been deleted; the nil uuid then stands for one that is gone.
  if (providers.length === 0) return nobody;
  return prng.pick(providers);
}

const nil = '00000000-0000-0000-0000-000000000000';
const nobody: SeenProvider = {
  uuid: nil,
  name: 'nobody',
  generation: 0,
  parent_provider_uuid: null,
  root_provider_uuid: nil,
};

export const createProvider: Write = async (prng, world, look) => {
  const other = await someProvider(prng, look);
  const uuid = prng.chance(0.9) ? prng.pick(world.spareProviders) : other.uuid;
  const minor = anyMinor(prng);
  const parent = prng.weighted([
    [3, {}],
    [1, { parent_provider_uuid: null }],
    [6, { parent_provider_uuid: other.uuid }],
    [1, { parent_provider_uuid: prng.pick(world.spareProviders) }],
  ]);
  return ask('POST', '/resource_providers', minor, {
    name: prng.chance(0.92) ? `made-${uuid.slice(0, 4)}` : other.name,
    uuid: prng.weighted([
      [9, uuid],
      [1, uuid.toUpperCase()],
      [1, uuid.replaceAll('-', '')],
    ]),
    ...(minor >= 14 || prng.chance(0.05) ? parent : {}),
  });
};

/** The server chooses the uuid; a run compares the answer and deletes the provider on both sides. */
export const createUnnamedProvider: Write = async (prng, _world, look) => {
  const other = await someProvider(prng, look);
  const minor = anyMinor(prng);
  return ask('POST', '/resource_providers', minor, {
    name: prng.chance(0.8) ? 'without-uuid' : other.name,
    ...(minor >= 14 && prng.chance(0.5) ? { parent_provider_uuid: other.uuid } : {}),
  });
};

export const updateProvider: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const other = await someProvider(prng, look);
  const minor = minorWith(prng, 14);
  const name = prng.weighted([
    [4, provider.name],
    [4, `renamed-${provider.uuid.slice(0, 4)}`],
    [1, other.name],
  ]);
  const parent = prng.weighted([
    [2, {}],
    [3, { parent_provider_uuid: provider.parent_provider_uuid }],
    [5, { parent_provider_uuid: other.uuid }],
    [2, { parent_provider_uuid: null }],
    [1, { parent_provider_uuid: provider.uuid }],
    [1, { parent_provider_uuid: prng.pick(world.spareProviders) }],
  ]);
  return ask('PUT', path, minor, { name, ...(minor >= 14 ? parent : {}) });
};

export const deleteProvider: Write = async (prng, world, look) => {
  const { path } = await somePath(prng, world, look);
  return ask('DELETE', path, anyMinor(prng));
};
