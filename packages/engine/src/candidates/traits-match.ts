import type { TraitName } from '../ids.ts';

type Has = { has(name: TraitName): boolean };

/** C3: of each list of required traits at least one is there. */
export function hasRequiredTraits(traits: Has, required: readonly (readonly TraitName[])[]): boolean {
  for (const anyOf of required) if (!hasAny(traits, anyOf)) return false;
  return true;
}

/** C4: a forbidden trait rules a provider out, whoever else has it or not. */
export function hasAny(traits: Has, names: readonly TraitName[]): boolean {
  for (const name of names) if (traits.has(name)) return true;
  return false;
}
