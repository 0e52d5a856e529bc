import type { Change } from '../changes.ts';
import type { Instant, TraitName } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { isCustomTrait } from '../trait.ts';
import type { World } from '../world.ts';

export interface AddTrait {
  readonly kind: 'add-trait';
  readonly name: TraitName;
  readonly now: Instant;
}

export interface RemoveTrait {
  readonly kind: 'remove-trait';
  readonly name: TraitName;
}

export function addTrait(world: World, { name, now }: AddTrait): Change[] {
  if (world.traits.has(name)) return [];
  return [{ kind: 'trait-added', trait: { name, createdAt: now } }];
}

export function removeTrait(world: World, { name }: RemoveTrait): Change[] {
  if (!world.traits.has(name)) refuse({ kind: 'traits-not-found', names: [name] });
  if (!isCustomTrait(name)) refuse({ kind: 'trait-is-standard', name });
  if (world.providersByTrait.has(name)) refuse({ kind: 'trait-in-use', name });
  return [{ kind: 'trait-removed', name }];
}
