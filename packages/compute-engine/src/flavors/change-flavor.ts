import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Flavor } from './flavor.ts';
import type { FlavorId } from '../ids.ts';
import { removalOf } from '../removal-of.ts';
import { refuse } from '../refusals.ts';

export interface DescribeFlavor {
  readonly kind: 'describe-flavor';
  readonly id: FlavorId;
  readonly description: string | null;
  readonly now: Instant;
}

export function describeFlavor(
  compute: Compute,
  { id, description, now }: DescribeFlavor,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  // To say again what is there is no change, and leaves no time behind.
  if (flavor.description === description) return [];
  return [{ kind: 'flavor-set', thing: { ...flavor, description, updatedAt: now } }];
}

export interface DeleteFlavor {
  readonly kind: 'delete-flavor';
  readonly id: FlavorId;
}

export function deleteFlavor(compute: Compute, { id }: DeleteFlavor): readonly ComputeChange[] {
  return [removalOf('flavor', flavorOf(compute, id))];
}

/** Refuses where there is none. */
export function flavorOf({ flavors }: Pick<Compute, 'flavors'>, id: FlavorId): Flavor {
  return flavors.get(id) ?? refuse({ kind: 'flavor-not-found', id });
}
