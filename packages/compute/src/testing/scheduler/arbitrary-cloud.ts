import fc from 'fast-check';

/** A small cloud, and what is asked of it one after the other. */
export interface ArbitraryCloud {
  readonly hosts: readonly HostSizes[];
  readonly aggregates: readonly ArbitraryAggregate[];
  readonly groups: readonly ArbitraryGroup[];
  /** Which host is out of order, if any, by its place. */
  readonly disabled: number | null;
  readonly down: number | null;
  readonly servers: readonly ArbitraryServer[];
}

export interface HostSizes {
  readonly vcpus: number;
  readonly memory_mb: number;
  readonly local_gb: number;
}

export interface ArbitraryAggregate {
  /** By their places. */
  readonly hosts: readonly number[];
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ArbitraryGroup {
  readonly policy: 'affinity' | 'anti-affinity' | 'soft-affinity' | 'soft-anti-affinity';
  readonly serversPerHostMax: number | null;
}

export interface ArbitraryServer {
  readonly flavor: { readonly vcpus: number; readonly memoryMb: number; readonly rootGb: number };
  readonly extraSpecs: Readonly<Record<string, string>>;
  readonly image: Readonly<Record<string, string>>;
  readonly count: number;
  readonly zone: 'zone1' | null;
  /** By its place. */
  readonly host: number | null;
  readonly group: number | null;
  /** Of the servers before it, by their places. */
  readonly sameHost: number | null;
  readonly differentHosts: readonly number[];
}

/** Hosts that are alike would be a matter of chance, so they differ. */
export function arbitraryCloud(): fc.Arbitrary<ArbitraryCloud> {
  return fc.record({
    hosts: fc.uniqueArray(arbitraryHost, {
      minLength: 3,
      maxLength: 3,
      selector: ({ memory_mb: size }) => size,
    }),
    aggregates: fc.array(arbitraryAggregate, { maxLength: 3 }),
    groups: fc.array(arbitraryGroup, { minLength: 2, maxLength: 2 }),
    disabled: rarely(fc.nat(3)),
    down: rarely(fc.nat(3)),
    servers: fc.array(arbitraryServer, { minLength: 6, maxLength: 8 }),
  });
}

const arbitraryHost = fc.record({
  vcpus: fc.constantFrom(2, 4, 6, 8),
  memory_mb: fc.integer({ min: 3, max: 16 }).map((gb) => gb * 1000),
  local_gb: fc.constantFrom(20, 50, 100),
});

const arbitraryAggregate = fc.record({
  hosts: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  metadata: fc.constantFrom<Record<string, string>[]>(
    { availability_zone: 'zone1' },
    { grade: 'gold, silver' },
    { grade: '7' },
    { cpu_weight_multiplier: '-2.5' },
    { ram_weight_multiplier: '0.25', cpu_weight_multiplier: 'many' },
    { soft_anti_affinity_weight_multiplier: '20' },
    { filter_tenant_id: 'admin,another' },
    { filter_tenant_id: 'another' },
    { hw_vm_mode: 'hvm', os_distro: 'debian,fedora' },
    { max_instances_per_host: '2' },
  ),
});

const arbitraryGroup = fc
  .constantFrom('affinity', 'anti-affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity')
  .chain((policy) =>
    fc.record({
      policy: fc.constant(policy),
      serversPerHostMax: policy === 'anti-affinity' ? fc.constantFrom(null, 2) : fc.constant(null),
    }),
  );

const arbitraryServer: fc.Arbitrary<ArbitraryServer> = fc.record({
  flavor: fc.record({
    vcpus: fc.constantFrom(1, 2, 3),
    memoryMb: fc.constantFrom(256, 640, 1500),
    rootGb: fc.constantFrom(1, 5, 12),
  }),
  extraSpecs: mostly(
    {},
    { 'aggregate_instance_extra_specs:grade': '<or> gold <or> brass' },
    { grade: '>= 5' },
    { 'capabilities:hypervisor_type': 'fake' },
    { hypervisor_version: '> 5' },
    { 'capabilities:vcpus_total': '>= 5' },
    { 'trait:COMPUTE_NODE': 'required' },
    { 'trait:CUSTOM_UNHEARD_OF': 'required' },
    { 'resources:VCPU': '1' },
    { 'hw:tpm_version': '1.2', 'hw:tpm_model': 'tpm-crb' },
  ),
  image: mostly(
    {},
    { hw_architecture: 'x86_64' },
    { hw_architecture: 'aarch64' },
    { hypervisor_type: 'fake', hypervisor_version_requires: '>=1.0,<2.0' },
    { hypervisor_type: 'fake', hypervisor_version_requires: '>1.0' },
    { os_distro: 'suse', vm_mode: 'hvm' },
    { os_distro: 'fedora' },
  ),
  count: mostly(1, 2, 3),
  zone: mostly<'zone1' | null>(null, null, null, 'zone1'),
  host: rarely(fc.nat(3)),
  group: fc.constantFrom(null, null, 0, 1),
  sameHost: rarely(fc.nat(5)),
  differentHosts: mostly<number[]>([], [0], [1, 2], [0, 1, 2, 3]),
});

function rarely(value: fc.Arbitrary<number>): fc.Arbitrary<number | null> {
  return fc.oneof({ arbitrary: fc.constant(null), weight: 8 }, { arbitrary: value, weight: 1 });
}

function mostly<Value>(plain: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: fc.constant(plain), weight: 2 * others.length },
    { arbitrary: fc.constantFrom(...others), weight: others.length },
  );
}
