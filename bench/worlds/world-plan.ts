/**
 * What a world is to hold, before it is in a ledger or a database. It follows from its name alone: every uuid and
 * every number is the same whenever and wherever it is made, so an answer of today can be compared with one of last year.
 */
export interface WorldPlan {
  readonly name: string;
  readonly kind: WorldKind;
  /** Custom ones that have to be made first. */
  readonly traits: readonly string[];
  readonly classes: readonly string[];
  /** Parents before their children. */
  readonly providers: readonly ProviderPlan[];
  readonly consumers: readonly ConsumerPlan[];
  /** The roots that instances are put on. */
  readonly hosts: readonly ProviderPlan[];
  readonly aggregates: {
    /** Each of about 50 hosts; every host is in exactly one. */
    readonly primary: readonly string[];
    /** Hosts are in none, one or two of these. */
    readonly extra: readonly string[];
  };
}

export type WorldKind = 'flat' | 'nested' | 'devices' | 'sharing' | 'mixed';

export interface ProviderPlan {
  readonly uuid: string;
  readonly name: string;
  readonly parent: string | null;
  readonly root: string;
  /** By resource class. */
  readonly inventories: Readonly<Record<string, InventoryPlan>>;
  readonly traits: readonly string[];
  readonly aggregates: readonly string[];
}

export interface InventoryPlan {
  readonly total: number;
  readonly reserved: number;
  readonly minUnit: number;
  readonly maxUnit: number;
  readonly stepSize: number;
  readonly allocationRatio: number;
}

export interface ConsumerPlan {
  readonly uuid: string;
  readonly project: string;
  readonly user: string;
  readonly allocations: readonly AllocationPlan[];
}

export interface AllocationPlan {
  readonly provider: string;
  readonly resourceClass: string;
  readonly amount: number;
}

/** Of every world; part of every uuid. */
export const seed = 1;

/** Counts up whenever a world of the same name would come out different; what was kept of older ones is then made anew. */
export const plansVersion = 2;

export function inventory(total: number, others: Partial<InventoryPlan> = {}): InventoryPlan {
  return { total, reserved: 0, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio: 1, ...others };
}

export function allocated(provider: string, amounts: Readonly<Record<string, number>>): AllocationPlan[] {
  return Object.entries(amounts).map(([resourceClass, amount]) => ({ provider, resourceClass, amount }));
}
