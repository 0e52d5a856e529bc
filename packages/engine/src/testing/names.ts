import { createHash } from 'node:crypto';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';

/*
 * In tests everything has a short name. Ids are uuids that follow from the names: the same in every run, and in
 * another order than the names.
 */

export function id(name: string): ProviderId {
  return uuidOf('provider', name) as ProviderId;
}

export function consumerId(name: string): ConsumerId {
  return uuidOf('consumer', name) as ConsumerId;
}

export function aggregateId(name: string): AggregateId {
  return uuidOf('aggregate', name) as AggregateId;
}

export function className(name: string): ClassName {
  return name as ClassName; // The brand says what the string is for; in a test the call says it.
}

export function traitName(name: string): TraitName {
  return name as TraitName; // As above.
}

/** The provider with that name, which must be there. */
export function named(world: World, name: string): Provider {
  const provider = world.providersByName.get(name);
  if (!provider) throw new Error(`There is no provider ${name} in this world.`);
  return provider;
}

function uuidOf(kind: string, name: string): string {
  const key = `${kind} ${name}`;
  const known = uuids.get(key);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(key).digest('hex');
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
  uuids.set(key, uuid);
  return uuid;
}

const uuids = new Map<string, string>();
