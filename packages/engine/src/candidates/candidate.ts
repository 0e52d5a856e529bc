import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';

/**
 * One choice that has to be made for a candidate: which provider serves a suffixed group, or one class of the group
 * without a suffix. The slots are the same for every candidate of a search.
 */
export interface Slot {
  readonly suffix: string;
  readonly resources: readonly (readonly [ClassName, number])[];
}

/** One way to serve a request: for each slot of the search, the provider that fills it. */
export interface Candidate {
  /** The root of the tree it belongs to. */
  readonly anchor: Provider;
  readonly providers: readonly Provider[];
}

/** So much of one class from one provider. */
export interface Piece {
  readonly provider: Provider;
  readonly resourceClass: ClassName;
  readonly amount: number;
}

/** What is taken from whom; what several slots take of one class from one provider is added up. */
export function piecesOf(slots: readonly Slot[], { providers }: Candidate): Piece[] {
  const pieces: Piece[] = [];
  /** By provider and class, where among the pieces it is. */
  const places = new Map<Provider, Map<ClassName, number>>();
  for (const [index, { resources }] of slots.entries()) {
    const provider = providers[index] as Provider; // A candidate fills every slot.
    if (resources.length === 0) continue;
    const ofProvider = places.getOrInsertComputed(provider, () => new Map<ClassName, number>());
    for (const [resourceClass, amount] of resources) {
      const at = ofProvider.get(resourceClass);
      if (at !== undefined)
        pieces[at] = { provider, resourceClass, amount: amount + (pieces[at]?.amount ?? 0) };
      else {
        ofProvider.set(resourceClass, pieces.length);
        pieces.push({ provider, resourceClass, amount });
      }
    }
  }
  return pieces;
}

/** Suffix of a group → the providers that serve it. */
export function mappingsOf(slots: readonly Slot[], { providers }: Candidate): Map<string, Provider[]> {
  const mappings = new Map<string, Provider[]>();
  for (const [index, { suffix }] of slots.entries()) {
    const provider = providers[index] as Provider; // A candidate fills every slot.
    const mapped = mappings.get(suffix);
    if (!mapped) mappings.set(suffix, [provider]);
    else if (!mapped.includes(provider)) mapped.push(provider);
  }
  return mappings;
}
