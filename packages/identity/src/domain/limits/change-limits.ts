import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { registeredLimitFor } from './change-registered-limits.ts';
import { keyOf } from '../assignments/assignment.ts';
import type { Limit, Limited, LimitTarget } from './limit.ts';

/** It is said what is limited, and not by which registered limit. */
export interface NewLimit extends Omit<Limit, 'registeredLimitId'>, Limited {}

export interface CreateLimits {
  readonly kind: 'create-limits';
  /** All of them, or none. */
  readonly limits: readonly NewLimit[];
  /** Where this process is: it is there, though perhaps nothing is kept of it. */
  readonly ownRegion: string;
}

export interface UpdateLimit {
  readonly kind: 'update-limit';
  readonly id: string;
  readonly change: Partial<Pick<Limit, 'resourceLimit' | 'description'>>;
}

export interface DeleteLimit {
  readonly kind: 'delete-limit';
  readonly id: string;
}

export function createLimits(
  identity: Identity,
  { limits, ownRegion }: CreateLimits,
): readonly IdentityChange[] {
  const targets = limits.map((each) => checkedTarget(identity, each, ownRegion));
  const taken = new Set<string>();
  return limits.map(({ id, resourceLimit, description, ...limited }, index): IdentityChange => {
    const registered = registeredLimitFor(identity, limited) ?? refuse({ kind: 'limit-not-registered' });
    const target = targets[index] ?? limited.target;
    const key = `${keyOf(target)} ${registered.id}`;
    if (identity.limits.has(id) || taken.has(key) || hasLimit(identity, target, registered.id))
      refuse({ kind: 'already-there', noun: 'limit' });
    taken.add(key);
    return {
      kind: 'limit-set',
      thing: { id, registeredLimitId: registered.id, target, resourceLimit, description },
    };
  });
}

export function updateLimit(identity: Identity, { id, change }: UpdateLimit): readonly IdentityChange[] {
  return [{ kind: 'limit-set', thing: { ...found(identity, 'limit', id), ...change } }];
}

export function deleteLimit(identity: Identity, { id }: DeleteLimit): readonly IdentityChange[] {
  return [{ kind: 'limit-removed', id: found(identity, 'limit', id).id }];
}

/** Refuses where something that it is about is not there. A domain may be named as a project: to the original it is one. */
function checkedTarget(
  { catalogServices, regions, projects, domains }: Identity,
  { service, regionId, target }: NewLimit,
  ownRegion: string,
): LimitTarget {
  const without = (noun: 'service' | 'region' | 'project' | 'domain', id: string): never =>
    refuse({ kind: 'limit-without', of: 'limit', noun, id });
  if (!service.isMounted && !catalogServices.has(service.id)) without('service', service.id);
  if (regionId !== null && regionId !== ownRegion && !regions.has(regionId)) without('region', regionId);
  if (domains.has(target.id)) return { kind: 'domain', id: target.id };
  return target.kind === 'project' && projects.has(target.id) ? target : without(target.kind, target.id);
}

function hasLimit({ limits }: Identity, target: LimitTarget, registeredLimitId: string): boolean {
  for (const each of limits.of(keyOf(target))) if (each.registeredLimitId === registeredLimitId) return true;
  return false;
}
