import type { Provider } from '../provider.ts';
import type { Exclusion } from './explanation.ts';
import { freeOf } from './room.ts';
import type { Rule } from './rule.ts';

/** Where a tree dropped out. */
export interface Failure {
  /** Its place among all rules, in the order in which a tree meets them. */
  readonly stage: number;
  /** The provider that came furthest, where the rule is about one. */
  readonly provider: Provider | null;
  /** Which part of the amount is missing, 0 where it is not about an amount. */
  readonly shortfall: number;
  /** Who could serve each part, where all parts could be served and it is about them together. */
  readonly options: readonly (readonly Provider[])[] | null;
}

/** Where nothing is to be said but the place. */
export const plainFailure = { provider: null, shortfall: 0, options: null };

/** A failure at a tree, and how far it is from being none. */
export interface TreeFailure extends Failure {
  readonly exclusion: Exclusion;
  /** How much is missing: at least one thing. */
  readonly unmet: number;
}

/** Which part of the amount the provider lacks: 0.25 when it gives six where eight are asked for. */
export function shortfallOf(rule: Rule | undefined, provider: Provider): number {
  if (rule === undefined || !('resourceClass' in rule)) return 0;
  const inventory = provider.inventories.get(rule.resourceClass);
  if (!inventory) return 1;
  const most = Math.min(freeOf(provider, rule.resourceClass, inventory), inventory.maxUnit);
  return Math.max(0, rule.amount - most) / rule.amount;
}
