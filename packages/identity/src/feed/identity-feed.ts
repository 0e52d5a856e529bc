import { aboutNoun } from '@berth/ledger/documents/noun-changes.ts';
import { type IdentityChange, type Nouns, nouns } from '../domain/nouns.ts';

/** What identity's changes look like to those who follow them: which thing it is. What it is now, the API says, to whom it may. */
export const identityFeed = {
  kinds: Object.fromEntries(
    nouns.flatMap((noun) => {
      const name = `identity_${noun.replaceAll('-', '_')}`;
      return [
        [`${noun}-set`, { name: `${name}_set`, nouns: [`${name}s`] }],
        [`${noun}-removed`, { name: `${name}_removed`, nouns: [`${name}s`] }],
      ];
    }),
  ) as Readonly<Record<string, { readonly name: string; readonly nouns: readonly string[] }>>,
  fieldsOf: (change: IdentityChange): Readonly<Record<string, unknown>> => ({
    id: aboutNoun<Nouns>(change).id,
  }),
};
