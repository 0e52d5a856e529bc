import { assert } from '../assert.ts';
import type { ProviderId } from '../ids.ts';
import { ProviderSet } from '../provider-set.ts';
import type { ProviderRecord, WorldState } from '../world.ts';

export function knownProvider(world: WorldState, id: ProviderId): ProviderRecord {
  const provider = world.providers.get(id);
  // Loading asks this a million times: the sentence is only made when it is needed.
  if (!provider) assert(false, `provider ${id} is known`);
  return provider;
}

/** To be called after every change of what a provider is or has. */
export function changed(provider: ProviderRecord): void {
  provider.revision++;
  provider.root.treeRevision++;
}

type Index<Key> = Map<Key, ProviderSet>;

/** Indexes have no empty entries. */
export function addTo<Key>(world: WorldState, index: Index<Key>, key: Key, provider: ProviderRecord): void {
  let providers = index.get(key);
  if (!providers) {
    providers = new ProviderSet(world.roster);
    index.set(key, providers);
    world.indexRevision++;
  }
  providers.add(provider);
}

export function removeFrom<Key>(
  world: WorldState,
  index: Index<Key>,
  key: Key,
  provider: ProviderRecord,
): void {
  const providers = index.get(key);
  providers?.delete(provider);
  if (providers?.size !== 0) return;
  index.delete(key);
  world.indexRevision++;
}
