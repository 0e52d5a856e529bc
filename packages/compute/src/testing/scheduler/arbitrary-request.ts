import fc from 'fast-check';

/** Something that a server can ask of its host. */
export interface ArbitraryRequest {
  readonly flavor: {
    readonly vcpus: number;
    readonly memoryMb: number;
    readonly rootGb: number;
    readonly ephemeralGb: number;
    readonly swapMb: number;
    readonly extraSpecs: Readonly<Record<string, string>>;
  };
  readonly image: Readonly<Record<string, string>>;
  readonly zone: string | null;
  readonly hints: 'same_host' | 'different_host' | null;
}

/** What contradicts itself the API refuses, so few things are said at once. */
export function arbitraryRequest(): fc.Arbitrary<ArbitraryRequest> {
  return fc.record({
    flavor: fc.record({
      vcpus: fc.constantFrom(2, 4),
      memoryMb: fc.constantFrom(512, 1024),
      rootGb: fc.constantFrom(0, 1, 5),
      ephemeralGb: fc.constantFrom(0, 2),
      swapMb: fc.constantFrom(0, 1, 1024, 1025),
      extraSpecs: someOf(extraSpecs, 5),
    }),
    image: someOf(properties, 3),
    zone: fc.constantFrom(null, null, 'zone1', 'zone2'),
    hints: fc.constantFrom(null, null, null, 'same_host', 'different_host'),
  });
}

function someOf(
  values: Readonly<Record<string, readonly string[]>>,
  max: number,
): fc.Arbitrary<Record<string, string>> {
  const entry = fc
    .constantFrom(...Object.keys(values))
    .chain((key) => fc.tuple(fc.constant(key), fc.constantFrom(...(values[key] as string[]))));
  return fc.array(entry, { maxLength: max }).map((entries) => Object.fromEntries(entries));
}

const extraSpecs = {
  'resources:VCPU': ['0', '2', '3'],
  'resources:PCPU': ['2', '4'],
  'resources:MEMORY_MB': ['0', '100'],
  'resources:DISK_GB': ['0', '7'],
  'resources:CUSTOM_GOLD': ['1', '0', '-1', 'one', ' 1_0 '],
  'resources:NO_SUCH_CLASS': ['1'],
  'resources1:CUSTOM_GOLD': ['1', '0'],
  'resources_A-b:SRIOV_NET_VF': ['2'],
  'resources1:VCPU': ['1'],
  'trait:CUSTOM_A': ['required', 'forbidden', 'perhaps'],
  'trait:CUSTOM_B': ['required'],
  'trait1:CUSTOM_B': ['required', 'forbidden'],
  'traits:CUSTOM_C': ['required'],
  'trait:HW_CPU_HYPERTHREADING': ['required', 'forbidden'],
  group_policy: ['none', 'isolate', 'neither'],
  'hw:cpu_policy': ['dedicated', 'dedicated', 'shared', 'mixed'],
  'hw:cpu_thread_policy': ['prefer', 'isolate', 'require'],
  'hw:emulator_threads_policy': ['share', 'isolate'],
  'hw:cpu_dedicated_mask': ['0-1', '^0'],
  'hw:cpu_realtime': ['yes', 'no'],
  'hw:cpu_realtime_mask': ['^0', '1'],
  'hw:mem_encryption': ['true', 'no'],
  'hw:pmem': ['4GB, 4GB,x-y', 'ß', ''],
  'hw:tpm_version': ['1.2', '2.0', '3'],
  'hw:tpm_model': ['tpm-tis', 'tpm-crb', 'other'],
  'hw:pci_numa_affinity_policy': ['socket', 'legacy'],
  'os:secure_boot': ['required', 'optional', 'never'],
  'hw:ephemeral_encryption': ['true', 'false'],
  'hw:ephemeral_encryption_format': ['luks', 'plain'],
  'hw:numa_nodes': ['1', '2'],
} as const;

const properties = {
  'trait:CUSTOM_A': ['required', 'forbidden'],
  'trait:CUSTOM_I': ['required'],
  hw_cpu_policy: ['dedicated', 'shared'],
  hw_cpu_thread_policy: ['isolate', 'require'],
  hw_mem_encryption: ['yes'],
  hw_firmware_type: ['uefi', 'bios'],
  hw_tpm_version: ['1.2', '2.0'],
  os_secure_boot: ['required', 'disabled'],
  hw_pci_numa_affinity_policy: ['socket'],
  hw_disk_bus: ['virtio', 'uml'],
  hw_vif_model: ['virtio', 'spapr-vlan'],
  hw_video_model: ['qxl'],
  hw_ephemeral_encryption: ['true'],
  architecture: ['amd64'],
  hypervisor_type: ['xapi'],
} as const;
