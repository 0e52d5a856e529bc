import { type Version, versions } from './versions.ts';

/** Behaviour that is not the shape of a body or an answer, named for what it allows. */
const table = {
  forbiddenTraits: '1.22',
  repeatedMemberOf: '1.24',
  reservedMayEqualTotal: '1.26',
  nestedCandidates: '1.29',
  forbiddenAggregates: '1.32',
  wordSuffixes: '1.33',
  rootRequired: '1.35',
  groupsWithoutResources: '1.36',
  reparenting: '1.37',
  usagesByConsumerType: '1.38',
  anyTraits: '1.39',
} as const satisfies Record<string, Version>;

export const features = versions.features(table);
export type Features = Readonly<Record<keyof typeof table, boolean>>;
