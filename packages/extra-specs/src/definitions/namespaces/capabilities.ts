import type { ExtraSpec, Namespace, Parameter } from '../definition.ts';
import { operatorExpression } from '../operator-expression.ts';

/** Something that can be asked of a host. */
interface Capability {
  readonly name: string;
  readonly description: string;
  /**
   * It is a legal name, but what the scheduler remembers of a host has no such member, and the filter then lets no host
   * pass. What to use instead; null where there is nothing.
   */
  readonly notKept?: { readonly instead: string | null };
}

const flat: readonly Capability[] = [
  {
    name: 'id',
    description: 'The number of the compute node in the database of its cell.',
    notKept: { instead: 'uuid' },
  },
  {
    name: 'uuid',
    description: 'The UUID of the compute node, which its resource provider in Placement shares.',
  },
  {
    name: 'service_id',
    description:
      'The number of the compute service in the database, which newer compute nodes no longer have.',
    notKept: { instead: 'host' },
  },
  {
    name: 'host',
    description: 'The name of the compute service on the host, as the list of compute services shows it.',
  },
  { name: 'vcpus', description: 'How many CPUs the host has.', notKept: { instead: 'vcpus_total' } },
  {
    name: 'memory_mb',
    description: 'How much memory the host has, in MB.',
    notKept: { instead: 'total_usable_ram_mb' },
  },
  {
    name: 'local_gb',
    description: 'How much disk space the host has for servers, in GB.',
    notKept: { instead: 'total_usable_disk_gb' },
  },
  { name: 'vcpus_used', description: 'How many virtual CPUs the servers on the host have together.' },
  {
    name: 'memory_mb_used',
    description: 'How much memory the servers on the host have together, in MB.',
    notKept: { instead: 'free_ram_mb' },
  },
  {
    name: 'local_gb_used',
    description: 'How much disk space the servers on the host have together, in GB.',
    notKept: { instead: 'disk_mb_used' },
  },
  {
    name: 'hypervisor_type',
    description:
      'The kind of hypervisor: `QEMU` where libvirt runs QEMU or KVM, `VMware vCenter Server`, `ironic`.',
  },
  {
    name: 'hypervisor_version',
    description: 'The version of the hypervisor as one number: 8.2.1 is `8002001`.',
  },
  {
    name: 'hypervisor_hostname',
    description:
      'The name by which the hypervisor knows the host; for bare metal the UUID of the node in Ironic.',
  },
  {
    name: 'free_ram_mb',
    description: 'How much memory is not given to servers, in MB; less than 0 where memory is overcommitted.',
  },
  {
    name: 'free_disk_gb',
    description: 'How much disk space is not given to servers, in GB.',
    notKept: { instead: 'free_disk_mb' },
  },
  {
    name: 'current_workload',
    description: 'How many servers on the host are in the middle of an operation.',
    notKept: { instead: 'num_io_ops' },
  },
  {
    name: 'running_vms',
    description: 'How many servers there are on the host.',
    notKept: { instead: 'num_instances' },
  },
  {
    name: 'disk_available_least',
    description: 'How much disk space is left when every sparse disk has grown to its full size, in GB.',
    notKept: { instead: 'free_disk_mb' },
  },
  {
    name: 'host_ip',
    description: 'The management address of the host, which its configuration calls `my_ip`.',
  },
  {
    name: 'mapped',
    description: 'Whether the host has been assigned to a cell: `1` if it has.',
    notKept: { instead: null },
  },
  {
    name: 'cpu_allocation_ratio',
    description: 'How many virtual CPUs the host gives out for each CPU that it has, such as `4.0`.',
  },
  {
    name: 'ram_allocation_ratio',
    description: 'How much memory the host gives out, as a multiple of what it has, such as `1.5`.',
  },
  {
    name: 'disk_allocation_ratio',
    description: 'How much disk space the host gives out, as a multiple of what it has, such as `1.0`.',
  },
  {
    name: 'total_usable_ram_mb',
    description: 'How much memory the host has, in MB, without any overcommitment.',
  },
  {
    name: 'total_usable_disk_gb',
    description: 'How much disk space the host has for servers, in GB, without any overcommitment.',
  },
  { name: 'disk_mb_used', description: 'How much disk space is given to servers, in MB.' },
  {
    name: 'free_disk_mb',
    description:
      'How much disk space is left for servers, in MB, once sparse disks have grown to their full size.',
  },
  { name: 'vcpus_total', description: 'How many CPUs the host has, without any overcommitment.' },
  { name: 'num_instances', description: 'How many servers the host has, whatever their state.' },
  {
    name: 'num_io_ops',
    description:
      'How many servers on the host are being built, rebuilt, resized, rescued, shelved, unshelved or ' +
      'saved as an image: operations that keep its disks busy.',
  },
  {
    name: 'failed_builds',
    description: 'How many builds have failed on the host since the last one that succeeded.',
  },
  {
    name: 'aggregates',
    description:
      'The host aggregates that the host is in, as one text that is made for logs. For a condition on ' +
      'aggregates there is `aggregate_instance_extra_specs`.',
  },
  { name: 'cell_uuid', description: 'The UUID of the cell that the host is in.' },
  {
    name: 'updated',
    description: 'When the host last reported its state, in UTC: `2026-03-01 12:00:00+00:00`.',
  },
];

/** Those that may have members. */
const nested: readonly Capability[] = [
  {
    name: 'cpu_info',
    description:
      'The CPU of the host. With libvirt it has the members `arch`, `vendor`, `model`, `features` and ' +
      '`topology`: `capabilities:cpu_info:topology:cores`, or `capabilities:cpu_info:features` with the ' +
      'value `<in> avx2`.',
  },
  {
    name: 'metrics',
    description:
      'What the compute monitors have measured, as one text without members. Empty unless ' +
      '`compute_monitors` is configured.',
  },
  {
    name: 'stats',
    description:
      'What the compute service counts, such as `capabilities:stats:num_os_type_linux`, and what the ' +
      'driver adds to it: with Ironic the properties of the node, such as `capabilities:stats:cpu_arch`.',
  },
  {
    name: 'numa_topology',
    description: 'The NUMA nodes of the host with their CPUs, memory and page sizes, as one text.',
  },
  {
    name: 'supported_hv_specs',
    description: 'The architectures and kinds of virtual machines that the host can run.',
    notKept: { instead: 'supported_instances' },
  },
  {
    name: 'pci_device_pools',
    description: 'The PCI devices that the host offers, in groups of equal ones.',
    notKept: { instead: 'pci_stats' },
  },
  {
    name: 'nodename',
    description: 'The name of the node, equal to `capabilities:hypervisor_hostname`. It has no members.',
  },
  {
    name: 'pci_stats',
    description:
      'The PCI devices that are free for servers, in groups of equal ones: `capabilities:pci_stats:pools`.',
  },
  {
    name: 'supported_instances',
    description:
      'The combinations of architecture, hypervisor and virtual machine mode that the host can run, as one ' +
      'text, such as `<in> aarch64` looks into.',
  },
  {
    name: 'limits',
    description:
      'What the filters before this one have decided the host may give out: `capabilities:limits:disk_gb`.',
  },
  { name: 'instances', description: 'The servers on the host, with their UUIDs, as one text.' },
];

const filter: Parameter = {
  name: 'filter',
  pattern: '(:\\w+)*',
  description: 'The way to a member: a colon and a name, as often as needed. Empty for the whole.',
};

export const capabilities: Namespace = {
  name: 'capabilities',
  description:
    'Conditions on what a host reports about itself. They are checked by the scheduler filter ' +
    '`ComputeCapabilitiesFilter`, which has to be enabled.\n\n' +
    'Where `resources` or `trait` can say the same, prefer them: Placement then leaves a host out before ' +
    'it comes to the filters.',
  specs: [
    ...flat.map(specOf),
    ...nested.map((capability): ExtraSpec => {
      const spec = specOf(capability);
      return { ...spec, name: `${spec.name}{filter}`, parameters: [filter] };
    }),
  ],
};

function specOf({ name, description, notKept }: Capability): ExtraSpec {
  return {
    name,
    value: { type: 'string', description: operatorExpression },
    description: notKept === undefined ? description : `${description} ${warning(notKept.instead)}`,
  };
}

function warning(instead: string | null): string {
  const effect =
    'The scheduler does not keep it, so no host fulfils a condition on it (unless the driver has it in its ' +
    '`stats`)';
  return instead === null ? `${effect}.` : `${effect}; use \`capabilities:${instead}\`.`;
}
