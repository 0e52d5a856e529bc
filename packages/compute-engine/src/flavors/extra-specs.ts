import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { FlavorId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { flavorOf } from './change-flavor.ts';

export interface AddExtraSpecs {
  readonly kind: 'add-extra-specs';
  readonly id: FlavorId;
  /** Those that are there already get another value. */
  readonly extraSpecs: Readonly<Record<string, string>>;
  readonly now: Instant;
}

export function addExtraSpecs(
  compute: Compute,
  { id, extraSpecs, now }: AddExtraSpecs,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  const all = { ...flavor.extraSpecs, ...extraSpecs };
  return [{ kind: 'flavor-set', thing: { ...flavor, extraSpecs: all, updatedAt: now } }];
}

export interface RemoveExtraSpec {
  readonly kind: 'remove-extra-spec';
  readonly id: FlavorId;
  readonly key: string;
  readonly now: Instant;
}

export function removeExtraSpec(
  compute: Compute,
  { id, key, now }: RemoveExtraSpec,
): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  if (!Object.hasOwn(flavor.extraSpecs, key)) refuse({ kind: 'extra-spec-not-found', id, key });
  const { [key]: _, ...extraSpecs } = flavor.extraSpecs;
  return [{ kind: 'flavor-set', thing: { ...flavor, extraSpecs, updatedAt: now } }];
}
