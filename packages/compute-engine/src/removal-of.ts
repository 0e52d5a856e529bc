import { type NounChange, removedChange } from './changes.ts';
import { type Noun, type Nouns, rowKeyOf } from './nouns.ts';

/** The change that leaves nothing behind of a thing. */
export function removalOf<N extends Noun>(noun: N, thing: Nouns[N]): NounChange {
  return removedChange(noun, thing.id, rowKeyOf(noun, thing));
}
