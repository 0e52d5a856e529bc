import { assert } from '../assert.ts';
import type { ProviderId } from '../ids.ts';
import type { ProviderRecord, WorldState } from '../world.ts';

export function knownProvider(world: WorldState, id: ProviderId): ProviderRecord {
  const provider = world.providers.get(id);
  assert(provider, `provider ${id} is known`);
  return provider;
}

/** To be called after every change of what a provider is or has. */
export function changed(provider: ProviderRecord): void {
  provider.revision++;
  provider.root.treeRevision++;
}

/** Indexes have no empty entries. */
export function addTo<Key, Member>(index: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const members = index.get(key);
  if (members) members.add(member);
  else index.set(key, new Set([member]));
}

export function removeFrom<Key, Member>(index: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const members = index.get(key);
  members?.delete(member);
  if (members?.size === 0) index.delete(key);
}
