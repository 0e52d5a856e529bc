/** What a world is made of; see generate-world.ts for how, build-world.ts for bringing it into a server. */

export type Inventory = {
  readonly total: number;
  readonly reserved: number;
  readonly min_unit: number;
  readonly max_unit: number;
  readonly step_size: number;
  readonly allocation_ratio: number;
};

export type Provider = {
  readonly uuid: string;
  readonly name: string;
  readonly parent: string | null;
  readonly root: string;
  readonly inventories: Readonly<Record<string, Inventory>>;
  readonly traits: readonly string[];
  readonly aggregates: readonly string[];
};

/** Amounts per provider and class. */
export type Amounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type Consumer = {
  readonly uuid: string;
  /** The microversion, 1.x, that its allocations are made with. */
  readonly minor: number;
  readonly project: string;
  readonly user: string;
  readonly type: string;
  readonly allocations: Amounts;
};

export type World = {
  readonly customClasses: readonly string[];
  readonly customTraits: readonly string[];
  readonly aggregates: readonly string[];
  /** Parents before their children. */
  readonly providers: readonly Provider[];
  readonly consumers: readonly Consumer[];
  /** Identifiers that do not exist yet; writes create and name them. */
  readonly spareProviders: readonly string[];
  readonly spareConsumers: readonly string[];
};

export const projects = ['project-a', 'project-b', 'c8a5a2f0b8c14f0d8a3b6f1e2d3c4b5a'];
export const users = ['user-a', 'user-b', 'user-c'];
export const consumerTypes = ['INSTANCE', 'MIGRATION', 'VOLUME_2'];
export const sharingTrait = 'MISC_SHARES_VIA_AGGREGATE';
export const standardTraits = [
  'HW_CPU_X86_VMX',
  'HW_CPU_X86_AVX2',
  'HW_NUMA_ROOT',
  'STORAGE_DISK_SSD',
  'COMPUTE_NODE',
  'COMPUTE_VOLUME_MULTI_ATTACH',
];
export const standardClasses = [
  'VCPU',
  'MEMORY_MB',
  'DISK_GB',
  'PCPU',
  'VGPU',
  'PCI_DEVICE',
  'SRIOV_NET_VF',
  'NET_BW_EGR_KILOBIT_PER_SEC',
];

export const isSharing = (provider: Provider): boolean => provider.traits.includes(sharingTrait);

/** What can be allocated in all, as the original counts it. */
export function capacityOf(inventory: Inventory): number {
  return Math.trunc((inventory.total - inventory.reserved) * inventory.allocation_ratio);
}
