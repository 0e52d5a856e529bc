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
}

/** A flavor changes as a whole, with all of them, so it cannot have any number. */
export const projectsMax = 10_000;

export function grantFlavor(
  compute: Compute,
  { id, projectId, mayBePublic }: GrantFlavor,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  const { number } = flavor;
  if (flavor.isPublic && !mayBePublic) refuse({ kind: 'flavor-is-public', id });
  if (flavor.projects.includes(projectId)) refuse({ kind: 'flavor-access-exists', number, projectId });
  if (flavor.projects.length >= projectsMax) refuse({ kind: 'too-many-flavor-projects', most: projectsMax });
  const projects = [...flavor.projects, projectId].sort();
  return [{ kind: 'flavor-set', thing: { ...flavor, projects } }];
}

export interface RevokeFlavor {
  readonly kind: 'revoke-flavor';
  readonly id: FlavorId;
  readonly projectId: string;
}

export function revokeFlavor(compute: Compute, { id, projectId }: RevokeFlavor): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  const { number } = flavor;
  if (!flavor.projects.includes(projectId)) refuse({ kind: 'flavor-access-not-found', number, projectId });
  const projects = flavor.projects.filter((each) => each !== projectId);
  return [{ kind: 'flavor-set', thing: { ...flavor, projects } }];
}
