import type { IdentityState } from '../domain/identity-state.ts';
import { nouns } from '../domain/nouns.ts';
import { RecordCheck } from './record-check.ts';

/** What never holds of identity, whatever was decided: sentences. Whatever a thing refers to is there, and no two have one name. */
export function* identityContradictions({ of }: Pick<IdentityState, 'of'>): Generator<string> {
  const check = new RecordCheck();
  const sentence = ({ text }: { readonly text: string }) =>
    `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  for (const noun of nouns) {
    for (const thing of of[noun].values()) {
      for (const problem of check.problemsOf({ kind: noun, noun, thing })) yield sentence(problem);
    }
  }
  for (const problem of check.problemsOfAll()) yield sentence(problem);
}
