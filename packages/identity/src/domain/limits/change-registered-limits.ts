import { withRegion } from '../catalog/change-catalog.ts';
import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import type { Limited, RegisteredLimit } from './limit.ts';

export interface CreateRegisteredLimits {
  readonly kind: 'create-registered-limits';
  /** All of them, or none. */
  readonly registeredLimits: readonly RegisteredLimit[];
  /** Where this process is: it is there, though perhaps nothing is kept of it. */
  readonly ownRegion: string;
}

export interface UpdateRegisteredLimit {
  readonly kind: 'update-registered-limit';
  readonly id: string;
  readonly change: Partial<Omit<RegisteredLimit, 'id'>>;
  readonly ownRegion: string;
}

export interface DeleteRegisteredLimit {
  readonly kind: 'delete-registered-limit';
  readonly id: string;
}

export function createRegisteredLimits(
  identity: Identity,
  { registeredLimits, ownRegion }: CreateRegisteredLimits,
): readonly IdentityChange[] {
  for (const each of registeredLimits) refuseWithoutPlace(identity, each, ownRegion);
  const taken = new Set<string>();
  const changes = registeredLimits.map((thing): IdentityChange => {
    const key = keyOf(thing);
    if (identity.registeredLimits.has(thing.id) || taken.has(key) || registeredLimitFor(identity, thing))
      refuse({ kind: 'already-there', noun: 'registered-limit' });
    taken.add(key);
    return { kind: 'registered-limit-set', thing };
  });
  const regionId = registeredLimits.some((each) => each.regionId === ownRegion) ? ownRegion : null;
  return [...withRegion(identity, regionId), ...changes];
}

export function updateRegisteredLimit(
  identity: Identity,
  { id, change, ownRegion }: UpdateRegisteredLimit,
): readonly IdentityChange[] {
  refuseWithoutPlace(identity, change, ownRegion);
  const before = found(identity, 'registered-limit', id);
  refuseInUse(identity, before);
  const thing = { ...before, ...change };
  // As the original has it, to say once more what is limited already is to ask for a second one.
  const saysWhat = (['service', 'regionId', 'resourceName'] as const).some((key) => key in change);
  if (saysWhat && registeredLimitFor(identity, thing))
    refuse({ kind: 'already-there', noun: 'registered-limit' });
  return [...withRegion(identity, thing.regionId), { kind: 'registered-limit-set', thing }];
}

export function deleteRegisteredLimit(
  identity: Identity,
  { id }: DeleteRegisteredLimit,
): readonly IdentityChange[] {
  refuseInUse(identity, found(identity, 'registered-limit', id));
  return [{ kind: 'registered-limit-removed', id }];
}

/** The one that is about exactly this. */
export function registeredLimitFor(identity: Identity, limited: Limited): RegisteredLimit | undefined {
  for (const each of identity.registeredLimits.of(`service:${limited.service.id}`)) {
    if (keyOf(each) === keyOf(limited)) return each;
  }
  return undefined;
}

/** Refuses where the service or the region is not there. */
function refuseWithoutPlace(
  { catalogServices, regions }: Identity,
  { service, regionId }: Partial<RegisteredLimit>,
  ownRegion: string,
): void {
  const of = 'registered-limit';
  if (service && !service.isMounted && !catalogServices.has(service.id))
    refuse({ kind: 'limit-without', of, noun: 'service', id: service.id });
  if (typeof regionId === 'string' && regionId !== ownRegion && !regions.has(regionId))
    refuse({ kind: 'limit-without', of, noun: 'region', id: regionId });
}

/** What limits of projects and domains stand on stays as it is. */
function refuseInUse({ limits }: Identity, { id }: RegisteredLimit): void {
  if (limits.countOf(`registered:${id}`) > 0) refuse({ kind: 'registered-limit-in-use', id });
}

function keyOf({ service, regionId, resourceName }: Limited): string {
  return JSON.stringify([service.id, regionId, resourceName]);
}
