import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import type { ExtraSpec, Namespace, Parameter } from '../definition.ts';
import { group } from '../group.ts';

/** What is counted in a standard class, and in what unit. A class that is not here is told by its name alone. */
const units: Readonly<Record<string, string>> = {
  VCPU: 'CPUs that are shared with other servers',
  PCPU: 'CPUs that are pinned for the server',
  MEMORY_MB: 'MB of memory',
  DISK_GB: 'GB of local disk space',
  PCI_DEVICE: 'PCI devices of any kind',
  SRIOV_NET_VF: 'virtual functions of SR-IOV network cards',
  NUMA_SOCKET: 'CPU sockets of a NUMA node',
  NUMA_CORE: 'CPU cores of a NUMA node',
  NUMA_THREAD: 'CPU threads of a NUMA node',
  NUMA_MEMORY_MB: 'MB of memory of a NUMA node',
  IPV4_ADDRESS: 'IPv4 addresses',
  VGPU: 'virtual GPUs',
  VGPU_DISPLAY_HEAD: 'monitors on virtual GPUs',
  PGPU: 'whole GPUs',
  FPGA: 'FPGAs',
  MEM_ENCRYPTION_CONTEXT: 'contexts for encrypted memory, of which a guest with encrypted memory takes one',
  NET_BW_EGR_KILOBIT_PER_SEC: 'kbit/s of guaranteed bandwidth for sending',
  NET_BW_IGR_KILOBIT_PER_SEC: 'kbit/s of guaranteed bandwidth for receiving',
  NET_PACKET_RATE_KILOPACKET_PER_SEC:
    'thousands of guaranteed packets per second, in both directions together',
  NET_PACKET_RATE_EGR_KILOPACKET_PER_SEC: 'thousands of guaranteed packets per second for sending',
  NET_PACKET_RATE_IGR_KILOPACKET_PER_SEC: 'thousands of guaranteed packets per second for receiving',
};

const instead =
  'It stands in place of the amount that follows from the flavor, in whatever group; `0` asks for none.';

/** More about those that the flavor asks for by itself. */
const remarks: Readonly<Record<string, string>> = {
  VCPU: `${instead} It cannot be combined with \`hw:cpu_policy\`.`,
  PCPU:
    'It pins the CPUs of the guest, and must be their number, or one more where ' +
    '`hw:emulator_threads_policy` is `isolate`. It cannot be combined with `hw:cpu_policy`.',
  MEMORY_MB: instead,
  DISK_GB: instead,
};

const custom: Parameter = {
  name: 'resource',
  pattern: '[A-Z0-9_]+',
  description: 'The name of the class after `CUSTOM_`.',
};

export const resources: Namespace = {
  name: 'resources{group}',
  parameters: [group],
  description:
    'Amounts of resources that Placement has to find, beside those that follow from the CPUs, the memory ' +
    'and the disks of the flavor, or in place of them. All amounts of a group are found on one resource ' +
    'provider; those of the group without a suffix may be spread over the providers of a host and those ' +
    'that share with it.',
  specs: [
    ...standardClasses.map(standardResource),
    {
      name: 'CUSTOM_{resource}',
      parameters: [custom],
      value: { type: 'integer', description: 'An amount, at least 0.' },
      description:
        'Asks Placement for this much of a class of resources that the operator has made up, such as ' +
        '`CUSTOM_BAREMETAL_GOLD` of bare metal nodes or `CUSTOM_PCI_10DE_1EB8` of a kind of PCI device. ' +
        'The class must exist in Placement.',
    },
  ],
};

function standardResource(name: string): ExtraSpec {
  const unit = units[name] ?? `units of \`${name}\``;
  return {
    name,
    value: { type: 'integer', description: 'An amount, at least 0.' },
    description: `Asks Placement for this many ${unit}. ${remarks[name] ?? 'None, unless set.'}`,
  };
}
