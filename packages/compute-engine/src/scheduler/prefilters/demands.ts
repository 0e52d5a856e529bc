import type { AggregateId, TraitName } from '@berth/engine/ids.ts';

/** What is demanded of the host besides what its flavor and image ask for. */
export class Demands {
  readonly rootRequired = new Set<TraitName>();
  readonly rootForbidden = new Set<TraitName>();
  readonly aggregateRules: AggregateRule[] = [];

  requireOfRoot(trait: string): void {
    this.rootRequired.add(trait as TraitName);
  }

  /** The host is in at least one of them; where there are none, nothing is demanded. */
  demandOneOf(name: AggregateRuleName, ids: readonly AggregateId[]): void {
    if (ids.length > 0) this.aggregateRules.push({ name, ids, isForbidden: false });
  }

  /** It is in none of them. */
  forbid(name: AggregateRuleName, ids: readonly AggregateId[]): void {
    if (ids.length > 0) this.aggregateRules.push({ name, ids, isForbidden: true });
  }

  /** Of each list, the host is in at least one. */
  get memberOf(): readonly (readonly AggregateId[])[] {
    return this.aggregateRules.filter(({ isForbidden }) => !isForbidden).map(({ ids }) => ids);
  }

  get forbiddenAggregates(): readonly AggregateId[] {
    return this.aggregateRules.filter(({ isForbidden }) => isForbidden).flatMap(({ ids }) => ids);
  }
}

/** A prefilter that is about the aggregates of the host, by the original's name. */
export const aggregateRuleNames = [
  'require_tenant_aggregate',
  'map_az_to_placement_aggregate',
  'isolate_aggregates',
] as const;
export type AggregateRuleName = (typeof aggregateRuleNames)[number];

export interface AggregateRule {
  readonly name: AggregateRuleName;
  readonly ids: readonly AggregateId[];
  readonly isForbidden: boolean;
}
