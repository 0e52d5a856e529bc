import type { World } from '@berth/engine/world.ts';
import type { Collected, Collection } from './collection.ts';
import { Flavors } from './flavors/flavors.ts';
import type { Series } from './ids.ts';
import type { Noun, Nouns } from './nouns.ts';

/** What compute knows. Only `apply` changes it. */
export class ComputeState {
  readonly flavors = new Flavors();
  /** The last number that was given in each series. */
  readonly numbers = new Map<Series, number>();

  /** The collections by their nouns. */
  readonly of: { readonly [N in Noun]: Collection<Nouns[N]['id'], Nouns[N]> } = { flavor: this.flavors };
}

/** The same for everybody else. */
export interface Compute {
  readonly flavors: Collected<Nouns['flavor']['id'], Nouns['flavor']> & Pick<Flavors, 'named'>;
  readonly numbers: ReadonlyMap<Series, number>;
}

/** What a decision about compute sees: what it claims, and from whom, is Placement's. */
export interface ComputeCloud {
  readonly placement: World;
  readonly compute: Compute;
}
