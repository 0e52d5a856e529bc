import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { FlavorId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { flavorOf } from './change-flavor.ts';

export interface GrantFlavor {
  readonly kind: 'grant-flavor';
  readonly id: FlavorId;
  readonly projectId: string;
  /** Clients of old versions could say who may use what everybody may. */
  readonly mayBePublic: boolean;
  readonly now: Instant;
}

export function grantFlavor(
  compute: Compute,
  { id, projectId, mayBePublic, now }: GrantFlavor,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  if (flavor.isPublic && !mayBePublic) refuse({ kind: 'flavor-is-public', id });
  if (flavor.projects.includes(projectId)) refuse({ kind: 'flavor-access-exists', id, projectId });
  const projects = [...flavor.projects, projectId];
  return [{ kind: 'flavor-set', thing: { ...flavor, projects, updatedAt: now } }];
}

export interface RevokeFlavor {
  readonly kind: 'revoke-flavor';
  readonly id: FlavorId;
  readonly projectId: string;
  readonly now: Instant;
}

export function revokeFlavor(
  compute: Compute,
  { id, projectId, now }: RevokeFlavor,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  if (!flavor.projects.includes(projectId)) refuse({ kind: 'flavor-access-not-found', id, projectId });
  const projects = flavor.projects.filter((each) => each !== projectId);
  return [{ kind: 'flavor-set', thing: { ...flavor, projects, updatedAt: now } }];
}
