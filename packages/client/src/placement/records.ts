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

export interface TypedAllocations extends ConsumerAllocations {
  consumerType: string | null;
}

/** By consumer. */
export type AllocationsByConsumer = Map<string, ConsumerAllocations>;

/** One way to serve a request for candidates: what a claim is made of. */
export interface AllocationRequest {
  /** By provider. */
  readonly allocations: Readonly<Record<string, { readonly resources: Readonly<Resources> }>>;
  /** Which providers serve which group of the request, by the group's suffix. */
  readonly mappings: Readonly<Record<string, readonly string[]>>;
}

export interface ProviderSummary {
  /** By resource class. */
  readonly resources: Readonly<Record<string, { readonly capacity: number; readonly used: number }>>;
  readonly traits: readonly string[];
  readonly parentUuid: string | null;
  readonly rootUuid: string;
}

export interface Candidates {
  readonly allocationRequests: readonly AllocationRequest[];
  /** By provider: all of the trees that are in a candidate. */
  readonly providerSummaries: Readonly<Record<string, ProviderSummary>>;
}

/** Each of the three with the generation that the provider has by then. */
export interface ProviderInventories {
  readonly generation: number;
  readonly inventories: Inventories;
}

export interface ProviderTraits {
  readonly generation: number;
  readonly traits: readonly string[];
}

export interface ProviderAggregates {
  readonly generation: number;
  readonly aggregates: readonly string[];
}

/** A provider with all that hangs on it. */
export interface WholeProvider
  extends ProviderRecord,
    ProviderInventories,
    ProviderTraits,
    ProviderAggregates {}
