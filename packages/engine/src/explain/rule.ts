import type { AggregateId, ClassName, ProviderId, TraitName } from '../ids.ts';

/** One step of the search, as it is told: what had to hold for a tree, a provider, or a choice of providers. */
export type Rule =
  /** C13: about the anchor. */
  | { readonly kind: 'root-required'; readonly trait: TraitName }
  | { readonly kind: 'root-forbidden'; readonly trait: TraitName }
  /** C7, C8. */
  | { readonly kind: 'in-tree'; readonly provider: ProviderId }
  /** C2 in three steps: there is such an inventory; it hands out such amounts; so much is left. */
  | AmountRule
  /** C3, C4, C5. Of each list at least one. */
  | { readonly kind: 'required'; readonly anyOf: readonly TraitName[] }
  | { readonly kind: 'forbidden'; readonly trait: TraitName }
  | { readonly kind: 'member-of'; readonly anyOf: readonly AggregateId[] }
  | { readonly kind: 'forbidden-aggregate'; readonly aggregate: AggregateId }
  | TogetherRule;

export interface AmountRule {
  readonly kind: 'inventory' | 'unit' | 'capacity';
  readonly resourceClass: ClassName;
  readonly amount: number;
}

/** About all groups at once, in the order in which they are told. */
export type TogetherRule =
  /** C9 */
  | { readonly kind: 'sums' }
  /** C10 */
  | { readonly kind: 'isolate' }
  /** C11 */
  | { readonly kind: 'same-subtree'; readonly suffixes: readonly string[] }
  /** C12 */
  | { readonly kind: 'one-per-tree' }
  /** C3 for the group without a suffix: the providers that are taken have the traits between them. */
  | { readonly kind: 'required-together' };
