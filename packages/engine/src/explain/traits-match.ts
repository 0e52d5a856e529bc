import type { TraitName } from '../ids.ts';

type Has = { has(name: TraitName): boolean };

/** C4: a forbidden trait rules a provider out, whoever else has it or not. */
export function hasAny(traits: Has, names: readonly TraitName[]): boolean {
  for (const name of names) if (traits.has(name)) return true;
  return false;
}
