import { type ComputeChange, aboutNoun } from '@berth/compute-engine/changes.ts';
import { nouns } from '@berth/compute-engine/nouns.ts';

/** What compute's changes look like to those who follow them: which thing it is. What it is now, the API says, to whom it may. */
export const computeFeed = {
  kinds: {
    ...Object.fromEntries(
      nouns.flatMap((noun) => {
        const name = noun.replaceAll('-', '_');
        return [
          [`${noun}-set`, { name: `${name}_set`, nouns: [`${name}s`] }],
          [`${noun}-removed`, { name: `${name}_removed`, nouns: [`${name}s`] }],
        ];
      }),
    ),
    'numbers-given': { name: 'numbers_given', nouns: ['numbers'] },
  } as Readonly<Record<string, { readonly name: string; readonly nouns: readonly string[] }>>,
  fieldsOf(change: ComputeChange): Readonly<Record<string, unknown>> {
    if (change.kind === 'numbers-given') return { series: change.series, last: change.last };
    return { id: aboutNoun(change).id };
  },
};
