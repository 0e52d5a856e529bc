import type { ChangeKind } from '@berth/engine/changes.ts';

/** What a change can be about, in the words of the query. */
export const nouns = [
  'providers',
  'inventories',
  'traits',
  'aggregates',
  'allocations',
  'classes',
] as const satisfies readonly string[];

export type Noun = (typeof nouns)[number];

/** Everything that a change says something about. A kind without a line does not compile. */
export const nounsOf: Readonly<Record<ChangeKind, readonly Noun[]>> = {
  'provider-set': ['providers'],
  'provider-touched': ['providers'],
  'provider-removed': ['providers'],
  'inventories-set': ['inventories'],
  'traits-set': ['traits'],
  'aggregates-set': ['aggregates'],
  'consumer-set': ['allocations'],
  'consumer-removed': ['allocations'],
  'trait-added': ['traits'],
  'trait-removed': ['traits'],
  'class-added': ['classes'],
  'class-removed': ['classes'],
  // What was counted under the old name is counted under the new one.
  'class-renamed': ['classes', 'inventories', 'allocations'],
};

export function isNoun(word: string): word is Noun {
  return (nouns as readonly string[]).includes(word);
}
