import type { ComputeState } from '../compute-state.ts';
import { nouns } from '../nouns.ts';

/** All that compute holds, as plain data that can be compared. The order in which things lie means nothing. */
export function dumpCompute(state: ComputeState): Record<string, unknown> {
  const things = nouns.map((noun) => {
    const { of } = state;
    return [noun, [...of[noun].values()].sort((one, other) => (one.id < other.id ? -1 : 1))] as const;
  });
  // A series of which none was given is one that was never heard of.
  const numbers = [...state.numbers]
    .filter(([, last]) => last > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...Object.fromEntries(things), numbers };
}
