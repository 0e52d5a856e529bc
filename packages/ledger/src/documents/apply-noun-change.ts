import type { Collection } from './collection.ts';
import {
  aboutNoun,
  type NounChange,
  type NounOf,
  removedChange,
  setChange,
  type Things,
} from './noun-changes.ts';

/** The collections of a part, by their nouns. */
export type Collections<Nouns extends Things<Nouns>> = {
  readonly [N in NounOf<Nouns>]: Collection<Nouns[N]>;
};

/** Makes a change true, and answers with the one that takes it back. It never refuses: whatever was decided holds. */
export function applyNounChange<Nouns extends Things<Nouns>>(
  of: Collections<Nouns>,
  change: NounChange<Nouns>,
): NounChange<Nouns> {
  const about = aboutNoun<Nouns>(change);
  const { noun } = about;
  if (about.thing === null) return setChange<Nouns, typeof noun>(noun, of[noun].remove(about.id));
  const before = of[noun].put(about.thing);
  return before ? setChange<Nouns, typeof noun>(noun, before) : removedChange<Nouns>(noun, about.id);
}
