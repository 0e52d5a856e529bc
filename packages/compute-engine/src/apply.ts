import { aboutNoun, type ComputeChange, isStoredSet, nounOf, removedChange, setChange } from './changes.ts';
import type { Collection } from './collection.ts';
import type { ComputeState } from './compute-state.ts';
import type { Noun, Nouns } from './nouns.ts';
import { removalOf } from './removal-of.ts';
import { idInRowKey, readRow } from './stored-thing.ts';

/** Makes a change true, and answers with the one that takes it back. It never refuses: whatever was decided holds. */
export function applyComputeChange(state: ComputeState, change: ComputeChange): ComputeChange {
  if (change.kind === 'numbers-given') {
    const { series, last } = change;
    const before = state.numbers.get(series) ?? 0;
    state.numbers.set(series, last);
    return { kind: 'numbers-given', series, last: before };
  }
  const noun = nounOf(change.kind);
  // Under its name the table has the noun's own collection; the compiler does not follow the two.
  const things = state.of[noun] as Collection<string, Nouns[Noun]>;
  if (isStoredSet(change)) {
    if (things.putStored(change)) return removedChange(noun, idInRowKey(change.rowKey), change.rowKey);
    return applyComputeChange(state, setChange(noun, readRow(noun, change)));
  }
  const about = aboutNoun(change);
  if (about.thing === null) return setChange(noun, things.remove(about.id));
  const before = things.put(about.thing);
  if (before) return setChange(noun, before);
  return removalOf(noun, about.thing);
}
