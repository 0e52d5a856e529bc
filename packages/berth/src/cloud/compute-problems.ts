import type { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { nouns } from '@berth/compute-engine/nouns.ts';
import { thingProblems } from '@berth/compute/records/thing-rules.ts';

/** What breaks the rules of the API, thing by thing. */
export function* computeProblems({ of }: Pick<ComputeState, 'of'>): Generator<readonly string[]> {
  for (const noun of nouns) {
    for (const thing of of[noun].values()) yield [...thingProblems(noun, thing)];
  }
}
