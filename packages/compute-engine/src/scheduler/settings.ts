import type { FilterName } from './filters/filters.ts';
import type { MultiplierName } from './weighers/weighers.ts';

/** What operators say about how hosts are chosen. */
export interface SchedulerSettings {
  /** How many candidates are looked at; not heeded for hints that need all of them. */
  readonly candidatesMax: number;
  /** Servers with CPUs of their own may go to hosts that do not tell dedicated CPUs from others. */
  readonly fallsBackToSharedCpus: boolean;
  readonly prefilters: PrefilterSettings;
  /** Those that are asked, in this order. */
  readonly filters: readonly FilterName[];
  /** Of hosts that are in no aggregate with a zone. */
  readonly defaultZone: string;
  /** What images without an architecture are for; null: any. */
  readonly defaultArchitecture: string | null;
  readonly serversPerHostMax: number;
  readonly diskWorkPerHostMax: number;
  /** Only metadata that begins with it says which images may go to the hosts of an aggregate; null: all of it. */
  readonly imageIsolationPrefix: string | null;
  readonly multipliers: Readonly<Record<MultiplierName, number>>;
}

export interface PrefilterSettings {
  readonly zoneAggregates: boolean;
  readonly tenantAggregates: boolean;
  /** With the one before: a project without an aggregate of its own has no host at all. */
  readonly tenantsNeedAggregates: boolean;
  readonly imageTypeSupport: boolean;
  readonly isolatedAggregates: boolean;
  readonly imageTraits: boolean;
}

/** Those of the original. */
export const defaultSchedulerSettings: SchedulerSettings = {
  candidatesMax: 1000,
  fallsBackToSharedCpus: true,
  prefilters: {
    zoneAggregates: true,
    tenantAggregates: false,
    tenantsNeedAggregates: false,
    imageTypeSupport: false,
    isolatedAggregates: false,
    imageTraits: false,
  },
  filters: [
    'ComputeFilter',
    'ComputeCapabilitiesFilter',
    'ImagePropertiesFilter',
    'ServerGroupAntiAffinityFilter',
    'ServerGroupAffinityFilter',
  ],
  defaultZone: 'nova',
  defaultArchitecture: null,
  serversPerHostMax: 50,
  diskWorkPerHostMax: 8,
  imageIsolationPrefix: null,
  multipliers: {
    ram: 1,
    cpu: 1,
    disk: 1,
    ioOps: -1,
    buildFailure: 1_000_000,
    softAffinity: 1,
    softAntiAffinity: 1,
  },
};
