import type { AggregateId, TraitName } from '@berth/engine/ids.ts';

/** What is demanded of the host besides what its flavor and image ask for. */
export class Demands {
  readonly rootRequired = new Set<TraitName>();
  readonly rootForbidden = new Set<TraitName>();
  /** Of each list, the host is in at least one. */
  readonly memberOf: (readonly AggregateId[])[] = [];
  forbiddenAggregates: readonly AggregateId[] = [];

  requireOfRoot(trait: string): void {
    this.rootRequired.add(trait as TraitName);
  }

  get namesAggregates(): boolean {
    return this.memberOf.length > 0 || this.forbiddenAggregates.length > 0;
  }
}
