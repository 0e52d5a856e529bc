import { isDeepStrictEqual } from 'node:util';
import type { Entry, Fact } from './document.ts';
import { plainText } from './prose.ts';

/** Shorter ones are better seen where they are looked for. */
const longFact = 100;

/** The long facts that all entries of a section have. Of a few entries, each can say it for itself. */
export function sharedFacts(entries: readonly Entry[]): readonly Fact[] {
  const [first, ...others] = entries;
  if (first === undefined || others.length < 3) return [];
  return first.facts.filter(
    (fact) =>
      fact.items.map(plainText).join('').length > longFact &&
      others.every(({ facts }) => facts.some((other) => isDeepStrictEqual(other, fact))),
  );
}
