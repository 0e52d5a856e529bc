import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { nextNumber } from '../next-number.ts';
import { refuse } from '../refusals.ts';
import type { Flavor } from './flavor.ts';

export interface CreateFlavor {
  readonly kind: 'create-flavor';
  readonly flavor: Omit<Flavor, 'number' | 'extraSpecs' | 'projects' | 'createdAt' | 'updatedAt'>;
  readonly now: Instant;
}

export function createFlavor(compute: Compute, { flavor, now }: CreateFlavor): readonly ComputeChange[] {
  const { id, name } = flavor;
  // In this order: clients see which of the two it was.
  if (compute.flavors.named(name)) refuse({ kind: 'flavor-name-exists', name });
  if (compute.flavors.has(id)) refuse({ kind: 'flavor-id-exists', id });
  const { number, given } = nextNumber(compute, 'flavors');
  const made: Flavor = { ...flavor, number, extraSpecs: {}, projects: [], createdAt: now, updatedAt: null };
  return [given, { kind: 'flavor-set', thing: made }];
}
