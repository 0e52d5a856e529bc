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
}

/** A flavor changes as a whole, with all of them, so it cannot have any number. */
export const extraSpecsMax = 1_000;

export function addExtraSpecs(compute: Compute, { id, extraSpecs }: AddExtraSpecs): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  if (Object.keys(extraSpecs).length === 0) return [];
  const all = { ...flavor.extraSpecs, ...extraSpecs };
  if (Object.keys(all).length > extraSpecsMax) refuse({ kind: 'too-many-extra-specs', most: extraSpecsMax });
  return [{ kind: 'flavor-set', thing: { ...flavor, extraSpecs: all } }];
}

export interface RemoveExtraSpec {
  readonly kind: 'remove-extra-spec';
  readonly id: FlavorId;
  readonly key: string;
}

export function removeExtraSpec(compute: Compute, { id, key }: RemoveExtraSpec): readonly ComputeChange[] {
  const flavor = flavorOf(compute, id);
  if (!Object.hasOwn(flavor.extraSpecs, key)) refuse({ kind: 'extra-spec-not-found', id, key });
  const { [key]: _, ...extraSpecs } = flavor.extraSpecs;
  return [{ kind: 'flavor-set', thing: { ...flavor, extraSpecs } }];
}
