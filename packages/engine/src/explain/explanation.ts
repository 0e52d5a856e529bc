import type { AggregateId, ClassName, ProviderId, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { Rule } from './rule.ts';

/** Why a request finds what it finds. All that is said is true, even when a bound was reached; then not all is said. */
export interface Explanation {
  /** Trees that could host something: not those that only share what they have with others, and have no candidate. */
  readonly treeCount: number;
  /** Those, as far as they were looked at. They are in no other number. */
  readonly sharingTreeCount: number;
  /** Fewer than there are when time was up; the funnel is then about these. */
  readonly lookedAtCount: number;
  /** Trees at which there is a candidate. What is found at several trees (C14) counts for each. */
  readonly candidateTreeCount: number;
  /** Trees of which it could not be found out with the effort that is allowed. They are in no other number below. */
  readonly undecidedCount: number;
  readonly funnel: Funnel;
  /** By which rule trees were excluded, in the order of the rules. Each tree is counted once: for the first. */
  readonly excluded: readonly ExcludedCount[];
  /** The trees that are the least away from having a candidate, nearest first. */
  readonly nearest: readonly Exclusion[];
  /** The smallest changes to the request that give a candidate, smallest first. None where there is one as it is. */
  readonly relaxations: readonly Relaxation[];
  /** Such changes were looked for, and it is certain that there are none. */
  readonly isHopeless: boolean;
  /** Which bounds were reached. Empty: the explanation is complete. */
  readonly reached: readonly Bound[];
}

/**
 * Time: the deadline. Work: a question took more effort than is allowed for one. Relaxations: there are more of the same
 * size than are told. Changes: the world was changed while it was explained, so that what would work is not known.
 */
export type Bound = 'time' | 'work' | 'relaxations' | 'changes';

export interface Funnel {
  /** What is asked of the root of a tree. */
  readonly roots: readonly FunnelStep[];
  /** Each begins with the trees that are left by the rules about roots. */
  readonly groups: readonly GroupFunnel[];
  /** How many trees have a provider for every group. */
  readonly everyGroup: number;
  /** What is asked of all groups at once; begins with those trees. */
  readonly together: readonly FunnelStep[];
}

export interface GroupFunnel {
  readonly suffix: string;
  readonly resources: ReadonlyMap<ClassName, number>;
  readonly steps: readonly FunnelStep[];
}

export interface FunnelStep {
  readonly rule: Rule;
  /** Trees that are left after it. */
  readonly trees: number;
  /** Providers that are left after it, in the trees that were left before it; null where it is not about providers. */
  readonly providers: number | null;
}

export interface ExcludedCount {
  readonly rule: Rule;
  /** The group it happened in; null: all together, or the root. */
  readonly suffix: string | null;
  readonly trees: number;
  /** Of these, where the root has what was asked of somebody else. */
  readonly treesWithItOnRoot: number;
}

/** A tree without a candidate. */
export interface Exclusion {
  readonly root: Provider;
  /** All that keeps it from having one, in the order of the rules; there is always one. */
  readonly lacks: readonly Lack[];
}

/** Something that a tree does not have. */
export interface Lack {
  readonly rule: Rule;
  /** The group that asks for it; null: all together, or it is asked of the root. */
  readonly suffix: string | null;
  /** The provider that lacks the least for the group. Null for rules about several. */
  readonly provider: Provider | null;
  /** What the provider has of the class, where the rule is about an amount; what several have, where it is about a sum. */
  readonly supply: Supply | null;
  /** How many providers there are for how many groups that must have one each. */
  readonly isolation: { readonly groups: number; readonly providers: number } | null;
  /** Another of the tree who has the trait or is the member that is asked for. */
  readonly elsewhere: Provider | null;
}

export type Supply = ProviderSupply | SumSupply;

export interface ProviderSupply {
  readonly kind: 'provider';
  readonly resourceClass: ClassName;
  readonly asked: number;
  /** Null when there is no inventory. */
  readonly has: {
    readonly free: number;
    readonly used: number;
    readonly capacity: number;
    readonly minUnit: number;
    readonly maxUnit: number;
    readonly stepSize: number;
  } | null;
}

export interface SumSupply {
  readonly kind: 'sum';
  readonly resourceClass: ClassName;
  /** By all groups together. */
  readonly asked: number;
  /** At all providers that could serve one of them. */
  readonly free: number;
}

/** Changes to the request that together give a candidate, and no part of which does. */
export interface Relaxation {
  readonly changes: readonly Change[];
  /** How many of the things asked for are given up or changed. */
  readonly size: number;
  readonly candidates: number;
  /** Whether there may be more candidates than were counted. */
  readonly isAtLeast: boolean;
}

export type Change =
  | {
      readonly kind: 'lower-amount' | 'raise-amount';
      readonly suffix: string;
      readonly resourceClass: ClassName;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'drop-class';
      readonly suffix: string;
      readonly resourceClass: ClassName;
      readonly from: number;
    }
  | { readonly kind: 'drop-required'; readonly suffix: string; readonly anyOf: readonly TraitName[] }
  | { readonly kind: 'allow-trait'; readonly suffix: string; readonly trait: TraitName }
  | { readonly kind: 'drop-member-of'; readonly suffix: string; readonly anyOf: readonly AggregateId[] }
  | { readonly kind: 'allow-aggregate'; readonly suffix: string; readonly aggregate: AggregateId }
  /** Asked of the root, or of another group, instead: a suffix of null is the root. */
  | {
      readonly kind: 'move-required';
      readonly suffix: string | null;
      readonly to: string | null;
      readonly anyOf: readonly TraitName[];
    }
  | {
      readonly kind: 'move-member-of';
      readonly suffix: string;
      readonly to: string;
      readonly anyOf: readonly AggregateId[];
    }
  | { readonly kind: 'drop-in-tree'; readonly suffix: string; readonly provider: ProviderId }
  | { readonly kind: 'drop-group'; readonly suffix: string }
  | { readonly kind: 'drop-isolation' }
  | { readonly kind: 'drop-same-subtree'; readonly suffixes: readonly string[] }
  | { readonly kind: 'drop-root-required'; readonly trait: TraitName }
  | { readonly kind: 'allow-root-trait'; readonly trait: TraitName };
