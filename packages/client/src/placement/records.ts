/** Placement's nouns as clients have them: names of the wire do not leave this directory. */

export interface ProviderRecord {
  readonly uuid: string;
  readonly name: string;
  readonly generation: number;
  readonly parentUuid: string | null;
  readonly rootUuid: string;
}

/** What is left out has the service's default. */
export interface Inventory {
  readonly total: number;
  readonly reserved?: number;
  readonly minUnit?: number;
  readonly maxUnit?: number;
  readonly stepSize?: number;
  readonly allocationRatio?: number;
}

/** By resource class. */
export type Inventories = Readonly<Record<string, Inventory>>;

/** Amounts by resource class. */
export type Resources = Record<string, number>;

/** All that a consumer holds. Drivers that reshape edit it in place, so it is not readonly. */
export interface ConsumerAllocations {
  /** By provider. */
  allocations: Record<string, { generation?: number; resources: Resources }>;
  projectId: string;
  userId: string;
  /** Null for a consumer that is not there yet. */
  consumerGeneration: number | null;
}

/** By consumer. */
export type AllocationsByConsumer = Map<string, ConsumerAllocations>;
