import type { ExtraSpecs } from '@berth/extra-specs/validation/validate-flavor.ts';

/** A large flavor as an operator of telecom or scientific machines might write it: 50 extra specs, all valid in Nova and ours. */
export const mixed: ExtraSpecs = {
  'hw:cpu_policy': 'dedicated',
  'hw:cpu_thread_policy': 'isolate',
  'hw:emulator_threads_policy': 'isolate',
  'hw:cpu_realtime': 'yes',
  'hw:cpu_realtime_mask': '^0-1',
  'hw:mem_page_size': '1GB',
  'hw:numa_nodes': '2',
  'hw:numa_cpus.0': '0-7',
  'hw:numa_cpus.1': '8-15',
  'hw:numa_mem.0': '16384',
  'hw:numa_mem.1': '16384',
  'hw:pci_numa_affinity_policy': 'required',
  'hw:cpu_sockets': '2',
  'hw:cpu_cores': '4',
  'hw:cpu_threads': '2',
  'hw:watchdog_action': 'reset',
  'hw:serial_port_count': '1',
  'hw:vif_multiqueue_enabled': 'true',
  'hw:hide_hypervisor_id': 'false',
  'hw:pmu': 'true',
  'hw_rng:allowed': 'true',
  'hw_rng:rate_bytes': '2048',
  'hw_rng:rate_period': '1000',
  'hw_video:ram_max_mb': '64',
  'os:secure_boot': 'required',
  'pci_passthrough:alias': 'a100:1, nvme:2',
  'quota:cpu_shares': '2048',
  'quota:disk_read_iops_sec': '20000',
  'quota:disk_write_iops_sec': '10000',
  'quota:vif_inbound_average': '125000',
  'quota:vif_outbound_average': '125000',
  'resources:PCPU': '16',
  'resources:VCPU': '0',
  'resources:MEMORY_MB': '32768',
  'resources:DISK_GB': '100',
  'resources_GPU:VGPU': '1',
  'resources_GPU:CUSTOM_GPU_MEMORY_GB': '40',
  'resources_NIC:SRIOV_NET_VF': '2',
  'trait:HW_CPU_X86_AVX512F': 'required',
  'trait:HW_CPU_X86_AVX512VNNI': 'required',
  'trait:COMPUTE_STATUS_DISABLED': 'forbidden',
  'trait:CUSTOM_RACK_WATER_COOLED': 'required',
  'trait_GPU:CUSTOM_GPU_A100': 'required',
  'trait_NIC:HW_NIC_SRIOV_TRUSTED': 'required',
  group_policy: 'isolate',
  'accel:device_profile': 'fpga-profile',
  'capabilities:hypervisor_type': 's== QEMU',
  'capabilities:cpu_info:arch': '<or> x86_64 <or> aarch64',
  'aggregate_instance_extra_specs:pinned': 'true',
  'aggregate_instance_extra_specs:zone': '<in> gold',
};

/** A small everyday flavor, of keys that are looked up and nothing more. */
export const plain: ExtraSpecs = {
  'hw:cpu_policy': 'dedicated',
  'hw:mem_page_size': 'large',
  'hw:numa_nodes': '1',
  'hw:watchdog_action': 'reset',
  'hw:vif_multiqueue_enabled': 'true',
  'hw_rng:allowed': 'true',
  'quota:disk_read_iops_sec': '20000',
  'quota:disk_write_iops_sec': '10000',
  'os:secure_boot': 'required',
  'pci_passthrough:alias': 'a100:1',
};

/** The large one, with things in it that ours has something to say about: nothing of it is an error in Nova. */
export const doubtful: ExtraSpecs = {
  ...mixed,
  hide_hypervisor_id: 'true',
  'hw:cpu_dedicated_mask': '0-7',
  'powervm:shared_weight': '255',
  hw_cpu_policy: 'dedicated',
};

/** The large one so many times, with groups, custom names and aggregates that differ each time: nothing was ever seen before. */
export function differing(count: number): readonly ExtraSpecs[] {
  return Array.from({ length: count }, (_, number) =>
    Object.fromEntries(
      Object.entries(mixed).map(([key, value]) => [
        key
          .replace(/_(GPU|NIC)(?=:)/, `_$1${number}`)
          .replace(/(?<=CUSTOM_\w+|aggregate_\w+:\w+)$/, `${number}`),
        value,
      ]),
    ),
  );
}
