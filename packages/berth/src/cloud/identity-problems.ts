import type { IdentityState } from '@berth/identity/domain/identity-state.ts';
import { nouns } from '@berth/identity/domain/nouns.ts';
import { thingProblems } from '@berth/identity/records/thing-rules.ts';

/** What breaks the rules of the API, thing by thing. */
export function* identityProblems({ of }: Pick<IdentityState, 'of'>): Generator<readonly string[]> {
  for (const noun of nouns) {
    for (const thing of of[noun].values()) yield [...thingProblems(noun, thing)];
  }
}
