import type { AggregateId, ClassName, ProviderId, TraitName } from '../ids.ts';

/** What is asked for: groups of resources, each with its conditions, and what holds for the request as a whole. */
export interface CandidateRequest {
  /** In the order in which they were asked for; at most one has the empty suffix. */
  readonly groups: readonly RequestGroup[];
  /** Isolate: no two suffixed groups may be served by the same provider. */
  readonly groupPolicy: 'none' | 'isolate';
  readonly rootRequiredTraits: readonly TraitName[];
  readonly rootForbiddenTraits: readonly TraitName[];
  /** Each a list of suffixes whose providers must all lie below one of them (or be it). */
  readonly sameSubtrees: readonly (readonly string[])[];
  /** False for clients older than 1.29: never more than one provider of a tree. */
  readonly allowsNested: boolean;
}

export interface RequestGroup {
  /** Empty: the one group that may be spread over a tree and the providers that share with it. */
  readonly suffix: string;
  readonly resources: ReadonlyMap<ClassName, number>;
  readonly conditions: Conditions;
}

/** What a provider must be, apart from having room. Used for groups and for lists of providers alike. */
export interface Conditions {
  /** Of each list, at least one. */
  readonly requiredTraits: readonly (readonly TraitName[])[];
  readonly forbiddenTraits: readonly TraitName[];
  /** Of each list, at least one. */
  readonly memberOf: readonly (readonly AggregateId[])[];
  readonly forbiddenAggregates: readonly AggregateId[];
  /** Any provider of the tree that is meant. */
  readonly inTree: ProviderId | null;
}

export const noConditions: Conditions = {
  requiredTraits: [],
  forbiddenTraits: [],
  memberOf: [],
  forbiddenAggregates: [],
  inTree: null,
};
