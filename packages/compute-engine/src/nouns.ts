import type { Flavor } from './flavors/flavor.ts';

/**
 * What compute has, noun by noun. Each thing changes as a whole: a change says all that holds of it afterwards. So applying, storing,
 * moving and checking are the same for all of them, and go by this list.
 */
export interface Nouns {
  readonly flavor: Flavor;
}

export type Noun = keyof Nouns;

/** Every noun; one that is missing does not compile. */
export const nouns = Object.keys({ flavor: true } satisfies Record<Noun, true>) as readonly Noun[];

/** What things of a noun are kept by in a ledger: rows lie in this order, and a thing never changes it. */
export const rowKeys: { readonly [N in Noun]: (thing: Nouns[N]) => string } = {
  flavor: ({ id }) => id,
};
