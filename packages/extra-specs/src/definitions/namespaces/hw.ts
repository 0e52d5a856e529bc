import type { ExtraSpec, Namespace, Need, Parameter } from '../definition.ts';

const libvirt: readonly string[] = ['libvirt'];

const cpuSet = '\\^?\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*';

const node: Parameter = {
  name: 'num',
  pattern: '\\d+',
  description: 'The number of the NUMA node of the guest, from 0.',
};

/** Only a guest with CPUs of its own can have what needs this. */
const pinnedCpus: Need = { key: 'hw:cpu_policy', values: ['dedicated', 'mixed'] };

const realtime: readonly ExtraSpec[] = [
  {
    name: 'cpu_realtime',
    value: { type: 'boolean', description: 'Whether guest CPUs are realtime.' },
    description:
      'Runs guest CPUs under the realtime scheduler of the host, so that nothing of ordinary priority ' +
      'can delay them. For work that has to answer within a fixed time, such as telephony and radio ' +
      'networks; the hosts need a realtime kernel and huge pages for it to be worthwhile. Off, unless ' +
      'set.\n\n' +
      'The guest must have pinned CPUs, and there must be a place for its housekeeping: ' +
      '`hw:cpu_realtime_mask` leaves out one CPU at least, or `hw:emulator_threads_policy` moves the ' +
      'overhead elsewhere. Anything else is refused.',
    drivers: libvirt,
    needs: [pinnedCpus],
  },
  {
    name: 'cpu_realtime_mask',
    value: {
      type: 'string',
      pattern: '(\\^)?\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*',
      description:
        'CPU numbers from 0, such as `2-7` or `1,3`. With a caret in front it means all CPUs but these: ' +
        '`^0-1`.',
    },
    description:
      'Which guest CPUs are realtime. The others run at ordinary priority and do the housekeeping. With ' +
      '`hw:cpu_policy` set to `mixed` the realtime CPUs are the pinned ones, and the others float.\n\n' +
      'It can be left out only where `hw:emulator_threads_policy` is set; all CPUs are realtime then. It ' +
      'must name CPUs that the flavor has.',
    drivers: libvirt,
    needs: [{ key: 'hw:cpu_realtime', values: ['true'] }],
    image: {
      property: 'hw_cpu_realtime_mask',
      relation: 'image-wins',
      noticed: 'api',
      rule:
        'The mask of the image is used in place of that of the flavor. Only the flavor can switch realtime ' +
        'on.',
    },
  },
];

const hypervisorId: readonly ExtraSpec[] = [
  {
    name: 'hide_hypervisor_id',
    value: { type: 'boolean', description: 'Whether the hypervisor is hidden.' },
    description:
      'Hides from the guest that it runs under KVM. Some drivers, above all those of graphics cards for ' +
      'consumers, refuse to work when they see a hypervisor. A guest that does not see it loses what it ' +
      'would do for its sake, such as using the clock of KVM. Off, unless set.',
    drivers: libvirt,
    image: {
      property: 'img_hide_hypervisor_id',
      relation: 'either-enables',
      noticed: 'host',
      rule:
        'The hypervisor is hidden if the flavor or the image says so; `false` in one does not outweigh ' +
        '`true` in the other.',
    },
  },
];

const cpuPolicies: readonly ExtraSpec[] = [
  {
    name: 'cpu_policy',
    value: {
      type: 'string',
      enum: ['dedicated', 'shared', 'mixed'],
      description: 'How guest CPUs are placed.',
    },
    description:
      'How the CPUs of the guest run on those of the host.\n\n' +
      '`shared`: they float over the host CPUs that are set aside for sharing (`cpu_shared_set`), and ' +
      'there can be more of them than of host CPUs. `dedicated`: each is pinned to a host CPU (of ' +
      '`cpu_dedicated_set`) that no other guest uses. `mixed`: those in `hw:cpu_dedicated_mask`, or the ' +
      'realtime ones in `hw:cpu_realtime_mask`, are pinned, and the others float.\n\n' +
      '`shared` is the default; set in the flavor, it also keeps images from asking for pinned CPUs. ' +
      '`dedicated` is for steady speed and low latency, at the price of idle CPUs. A guest with pinned ' +
      'CPUs has a NUMA topology, of one node unless `hw:numa_nodes` says more. It cannot be combined ' +
      'with `resources:VCPU` and `resources:PCPU`.',
    drivers: libvirt,
    image: {
      property: 'hw_cpu_policy',
      relation: 'image-within-flavor',
      noticed: 'api',
      rule:
        'The policy of the image is used where the flavor has none. Otherwise the flavor decides, and an ' +
        'image that asks for more, in the order `shared`, `mixed`, `dedicated`, is refused.',
    },
  },
  {
    name: 'cpu_thread_policy',
    value: {
      type: 'string',
      enum: ['prefer', 'isolate', 'require'],
      description: 'What to do about sibling threads.',
    },
    description:
      'What pinned CPUs do about hyper-threading (SMT), where one core of the host appears as two CPUs ' +
      'or more.\n\n' +
      '`prefer`: the guest gets threads of the same cores where the host has such. `require`: the host ' +
      'must have hyper-threading, and the guest gets threads of the same cores. `isolate`: every guest ' +
      'CPU has a core for itself; the host must have no hyper-threading, or the other threads of the ' +
      'core stay idle.\n\n' +
      '`prefer` is the default. `require` suits programs whose threads share data, and `isolate` those ' +
      'that suffer from, or must not be watched by, a neighbour on the same core. It cannot be combined ' +
      'with `trait:HW_CPU_HYPERTHREADING`.',
    drivers: libvirt,
    needs: [pinnedCpus],
    image: {
      property: 'hw_cpu_thread_policy',
      relation: 'must-agree',
      noticed: 'api',
      rule:
        'The policy of the image is used where the flavor has none. `prefer` in the flavor wins silently; ' +
        'beside `isolate` or `require` an image that says something else is refused.',
    },
  },
  {
    name: 'emulator_threads_policy',
    value: { type: 'string', enum: ['isolate', 'share'], description: 'Where the emulator runs.' },
    description:
      'Where the threads of the hypervisor process itself run, which emulate devices and would now and ' +
      'then interrupt the pinned CPUs of the guest.\n\n' +
      '`share`: on the host CPUs for sharing (`cpu_shared_set`), if the host has any. `isolate`: on one ' +
      'more host CPU, pinned for this guest and counted as such: a flavor of 4 CPUs takes 5 `PCPU`.\n\n' +
      'Without it, and with `share` on a host without CPUs for sharing, they float over the pinned CPUs ' +
      'of the guest. Wanted for realtime guests, and for network functions that poll.',
    drivers: libvirt,
    needs: [pinnedCpus],
  },
  {
    name: 'cpu_dedicated_mask',
    value: {
      type: 'string',
      pattern: cpuSet,
      description:
        'CPU numbers from 0, such as `2-3` or `0-4,^2`. With a caret in front it means all CPUs but ' +
        'these: `^0`.',
    },
    description:
      'Which CPUs of a guest with the policy `mixed` are pinned; the others float. One CPU at least must ' +
      'be on either side, and all must be CPUs that the flavor has.\n\n' +
      'Instead of it `hw:cpu_realtime_mask` can choose the pinned CPUs, but not both.',
    drivers: libvirt,
    needs: [{ key: 'hw:cpu_policy', values: ['mixed'] }],
  },
];

const memoryPages: readonly ExtraSpec[] = [
  {
    name: 'mem_page_size',
    value: {
      type: 'string',
      pattern: '(large|small|any|\\d+([kKMGT]i?)?(b|bit|B)?)',
      description:
        '`small`, `large`, `any`, or a size: a number of KiB, or a number with a unit such as `2MB` or ' +
        '`1GB`.',
    },
    description:
      'What size of pages the memory of the guest is made of on the host.\n\n' +
      '`small`: the smallest, 4 KiB on x86. `large`: huge pages, the largest that the host has free. ' +
      '`any`: huge pages if possible, else small ones. A size: only pages of that size, such as `2048` ' +
      'or `1GB`.\n\n' +
      'Huge pages make memory faster for programs that use much of it, and user space networking on the ' +
      'host needs them; they have to be reserved on the host and are not overcommitted. Without it the ' +
      'guest has small pages. Any value, even `small`, gives the guest a NUMA topology, and its memory ' +
      'is then counted for each NUMA node.',
    drivers: libvirt,
    image: {
      property: 'hw_mem_page_size',
      relation: 'flavor-permits',
      noticed: 'api',
      rule:
        'The image may choose a page size only where the flavor says `large` or `any`. Beside anything ' +
        'else in the flavor, or nothing, it is refused.',
    },
  },
  {
    name: 'locked_memory',
    value: { type: 'boolean', description: 'Whether the memory is locked.' },
    description:
      'Keeps the memory of the guest where it is in the RAM of the host: it is neither swapped out nor ' +
      'moved. A few devices that write into it directly need this. Realtime guests and those with ' +
      'encrypted memory have it without asking. Off, unless set.\n\n' +
      'Memory that is locked cannot be overcommitted, so a page size is demanded, by which the scheduler ' +
      'counts it.',
    drivers: libvirt,
    needs: [{ key: 'hw:mem_page_size' }],
    image: {
      property: 'hw_locked_memory',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused. `true` needs a page size, in the flavor or in the image.',
    },
  },
];

const numa: readonly ExtraSpec[] = [
  {
    name: 'numa_nodes',
    value: { type: 'integer', min: 1, description: 'How many NUMA nodes the guest has.' },
    description:
      'How many NUMA nodes the guest sees. Each is placed on a NUMA node of the host of its own, with ' +
      'its CPUs and its memory. `1` keeps the guest on one node, close to its memory; more are for ' +
      'guests that need the memory bandwidth of several, or are larger than one.\n\n' +
      'CPUs and memory are divided evenly, and must be divisible, unless `hw:numa_cpus.{num}` and ' +
      '`hw:numa_mem.{num}` say how. Without it the guest floats over all nodes of the host, unless ' +
      'pinned CPUs, a page size or persistent memory give it one node. The hosts are chosen by the ' +
      'scheduler filter `NUMATopologyFilter`.',
    drivers: libvirt,
    image: {
      property: 'hw_numa_nodes',
      relation: 'only-one',
      noticed: 'api',
      rule: 'The flavor may say it, or the image. If both do, it is refused, even where they say the same.',
    },
  },
  {
    name: 'numa_cpus.{num}',
    parameters: [node],
    value: { type: 'string', pattern: cpuSet, description: 'CPU numbers from 0, such as `0,1` or `2-5,^3`.' },
    description:
      'Which CPUs of the guest are in its NUMA node `{num}`. For guests whose CPUs are not divided ' +
      'evenly. Every node from 0 on then needs this and `hw:numa_mem.{num}`, and every CPU of the flavor ' +
      'must be in exactly one node.\n\n' +
      'The number is one of the guest: it does not choose a node of the host.',
    drivers: libvirt,
    needs: [{ key: 'hw:numa_nodes' }],
    image: {
      property: 'hw_numa_cpus.{num}',
      relation: 'only-one',
      noticed: 'api',
      rule: 'The flavor may divide the CPUs, or the image. If both do, it is refused.',
    },
  },
  {
    name: 'numa_mem.{num}',
    parameters: [node],
    value: { type: 'integer', min: 1, description: 'MB of memory.' },
    description:
      'How much memory is in NUMA node `{num}` of the guest, in MB. For guests whose memory is not ' +
      'divided evenly. Every node from 0 on then needs this and `hw:numa_cpus.{num}`, and the amounts ' +
      'must add up to the memory of the flavor.',
    drivers: libvirt,
    needs: [{ key: 'hw:numa_nodes' }],
    image: {
      property: 'hw_numa_mem.{num}',
      relation: 'only-one',
      noticed: 'api',
      rule: 'The flavor may divide the memory, or the image. If both do, it is refused.',
    },
  },
  {
    name: 'pci_numa_affinity_policy',
    value: {
      type: 'string',
      enum: ['required', 'preferred', 'legacy', 'socket'],
      description: 'How close devices have to be.',
    },
    description:
      'How close PCI devices, passed through or behind an SR-IOV port, have to be to the CPUs and the ' +
      'memory of a guest with a NUMA topology.\n\n' +
      '`required`: on one of its NUMA nodes. `socket`: on the same CPU socket at least. `preferred`: ' +
      'close by if possible, else anywhere. `legacy`: as `required` for devices that tell where they ' +
      'are, anywhere for the others.\n\n' +
      'It outweighs the policy of a PCI alias; without both it is `legacy`. `required` gives the best ' +
      'speed, `preferred` the most room.',
    drivers: libvirt,
    image: {
      property: 'hw_pci_numa_affinity_policy',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused, with the status 403.',
    },
  },
];

const topologyRule =
  'The three preferences of the image (`hw_cpu_sockets`, `hw_cpu_cores`, `hw_cpu_threads`), if it has ' +
  'one of them, replace all three of the flavor. One above the maximum is refused.';
const maximumRule =
  'The image may set a lower maximum, which then counts. One above the maximum of the flavor is refused.';

/** VMware makes sockets and cores of the same wishes, and no threads. */
const libvirtAndVmware: readonly string[] = ['libvirt', 'vmware'];

const topology: readonly ExtraSpec[] = [
  {
    name: 'cpu_sockets',
    value: { type: 'integer', min: 1, description: 'A number of sockets.' },
    description:
      'How many sockets the guest sees its CPUs in. Some operating systems use no more than one or two ' +
      'sockets, and some licences count them. A preference: sockets, cores and threads have to multiply ' +
      'to the CPUs of the flavor. Without any of the three, every CPU is a socket of its own.\n\n' +
      'It is what the guest sees, and changes nothing about where it runs.',
    drivers: libvirtAndVmware,
    image: { property: 'hw_cpu_sockets', relation: 'image-wins', noticed: 'api', rule: topologyRule },
  },
  {
    name: 'cpu_cores',
    value: { type: 'integer', min: 1, description: 'A number of cores in each socket.' },
    description:
      'How many cores the guest sees in each socket. A preference: sockets, cores and threads have to ' +
      'multiply to the CPUs of the flavor. 1, unless set or given by the other two.',
    drivers: libvirtAndVmware,
    image: { property: 'hw_cpu_cores', relation: 'image-wins', noticed: 'api', rule: topologyRule },
  },
  {
    name: 'cpu_threads',
    value: { type: 'integer', min: 1, description: 'A number of threads in each core.' },
    description:
      'How many threads the guest sees in each core. A preference: sockets, cores and threads have to ' +
      'multiply to the CPUs of the flavor. 1, unless set or given by the other two. More than 1 makes ' +
      'sense for pinned CPUs, where they can be threads of one core on the host, too.',
    drivers: libvirt,
    image: { property: 'hw_cpu_threads', relation: 'image-wins', noticed: 'api', rule: topologyRule },
  },
  {
    name: 'cpu_max_sockets',
    value: { type: 'integer', min: 1, description: 'The largest number of sockets.' },
    description:
      'The most sockets that a guest of this flavor can have, to keep images from a topology that costs ' +
      'licences. An image with a higher `hw_cpu_sockets` is refused. 65536, unless set.',
    drivers: libvirtAndVmware,
    image: {
      property: 'hw_cpu_max_sockets',
      relation: 'image-within-flavor',
      noticed: 'api',
      rule: maximumRule,
    },
  },
  {
    name: 'cpu_max_cores',
    value: { type: 'integer', min: 1, description: 'The largest number of cores in each socket.' },
    description:
      'The most cores in each socket that a guest of this flavor can have. An image with a higher ' +
      '`hw_cpu_cores` is refused. 65536, unless set.',
    drivers: libvirtAndVmware,
    image: {
      property: 'hw_cpu_max_cores',
      relation: 'image-within-flavor',
      noticed: 'api',
      rule: maximumRule,
    },
  },
  {
    name: 'cpu_max_threads',
    value: { type: 'integer', min: 1, description: 'The largest number of threads in each core.' },
    description:
      'The most threads in each core that a guest of this flavor can have; `1` for guests that shall not ' +
      'see any hyper-threading. An image with a higher `hw_cpu_threads` is refused. 65536, unless set.',
    drivers: libvirt,
    image: {
      property: 'hw_cpu_max_threads',
      relation: 'image-within-flavor',
      noticed: 'api',
      rule: maximumRule,
    },
  },
];

const features: readonly ExtraSpec[] = [
  {
    name: 'boot_menu',
    value: { type: 'boolean', description: 'Whether there is a menu.' },
    description:
      'Shows a menu on the console when the guest starts, in which one can choose the device to boot ' +
      'from. For installing and repairing by hand. Off, unless set.',
    drivers: libvirt,
    image: {
      property: 'hw_boot_menu',
      relation: 'image-wins',
      noticed: 'host',
      rule: 'What the image says is done; the flavor counts where the image says nothing.',
    },
  },
  {
    name: 'vif_multiqueue_enabled',
    value: { type: 'boolean', description: 'Whether there are several queues.' },
    description:
      'Gives every virtio network interface as many queues as the guest has CPUs (as far as the host ' +
      'allows), so that several CPUs can work on its packets. The guest has to make use of them ' +
      '(`ethtool -L` in Linux). No effect with one CPU. Off, unless set.',
    drivers: libvirt,
    image: {
      property: 'hw_vif_multiqueue_enabled',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused. With a flavor of one CPU nothing is compared.',
    },
  },
  {
    name: 'mem_encryption',
    value: { type: 'boolean', description: 'Whether the memory is encrypted.' },
    description:
      'Encrypts the memory of the guest with a key that only the CPU of the host has, so that neither ' +
      'the host nor who runs it can read it. Off, unless set.\n\n' +
      'The scheduler looks for a host with an AMD CPU and a free `MEM_ENCRYPTION_CONTEXT`, of which a ' +
      'host has few. The guest needs an image for UEFI and the machine type q35, and an operating system ' +
      'that can do it; it cannot be migrated live or suspended, and takes no PCI devices.',
    drivers: libvirt,
    image: {
      property: 'hw_mem_encryption',
      relation: 'must-agree',
      noticed: 'api',
      rule:
        'Different values are refused. Where it is on, the image must have `hw_firmware_type=uefi`, and ' +
        'its `hw_machine_type`, if it has one, must be a q35.',
    },
  },
  {
    name: 'mem_encryption_model',
    value: {
      type: 'string',
      enum: ['amd-sev', 'amd-sev-es', 'amd-sev-snp'],
      description: 'What the CPU does.',
    },
    description:
      'How the memory is encrypted. `amd-sev`: the memory alone. `amd-sev-es`: the registers of the CPUs ' +
      'as well. `amd-sev-snp`: in addition the hypervisor cannot change or exchange memory unnoticed; ' +
      'this needs stateless firmware (`hw_firmware_stateless` of the image).\n\n' +
      '`amd-sev` is the default. A host offers `amd-sev-es` or `amd-sev-snp`, not both.',
    drivers: libvirt,
    needs: [{ key: 'hw:mem_encryption', values: ['true'] }],
    image: {
      property: 'hw_mem_encryption_model',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused.',
    },
  },
  {
    name: 'pmem',
    value: {
      type: 'string',
      pattern: '([a-zA-Z0-9_]+(,)?)+',
      description: 'Labels, separated by commas: `6GB,6GB,LARGE`.',
    },
    description:
      'Attaches devices of persistent memory (NVDIMM). Each label stands for one device of that name in ' +
      'the configuration of the host (`[libvirt]/pmem_namespaces`), and can be repeated; Placement ' +
      'counts them as `CUSTOM_PMEM_NAMESPACE_` and the label. Without it the guest has none.\n\n' +
      'The guest gets a NUMA topology. What is on the devices is not moved when the server is resized.',
    drivers: libvirt,
  },
  {
    name: 'pmu',
    value: { type: 'boolean', description: 'Whether the guest has a PMU.' },
    description:
      'Whether the guest has a virtual performance monitoring unit, which `perf` and other profilers ' +
      'use. Without it the hypervisor decides, which mostly means that there is one. `false` is for ' +
      'realtime guests: it saves them a source of delays.',
    drivers: libvirt,
    image: {
      property: 'hw_pmu',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused.',
    },
  },
  {
    name: 'serial_port_count',
    value: { type: 'integer', min: 0, description: 'A number of serial ports.' },
    description:
      'How many serial ports the guest has where the serial console is enabled, and the most that an ' +
      'image can ask for. 1, unless set; `0` counts as not set. QEMU allows 3.',
    drivers: libvirt,
    image: {
      property: 'hw_serial_port_count',
      relation: 'image-within-flavor',
      noticed: 'api',
      rule:
        'The image may ask for fewer than the flavor, and gets them; more are refused. Where the flavor ' +
        'sets none, the image decides.',
    },
  },
  {
    name: 'tpm_model',
    value: { type: 'string', enum: ['tpm-tis', 'tpm-crb'], description: 'How the guest talks to the TPM.' },
    description:
      'The interface of the emulated TPM. `tpm-tis`, the default, works with both versions; `tpm-crb` is ' +
      'simpler and faster, and works with version 2.0 alone. On its own it does nothing: ' +
      '`hw:tpm_version` is what asks for a TPM.',
    drivers: libvirt,
    needs: [{ key: 'hw:tpm_version' }],
    image: {
      property: 'hw_tpm_model',
      relation: 'must-agree',
      noticed: 'scheduling',
      rule:
        'Different values are a conflict. The API accepts the server, and it ends in an error while a host ' +
        'is looked for.',
    },
  },
  {
    name: 'tpm_version',
    value: { type: 'string', enum: ['1.2', '2.0'], description: 'A version of the TPM standard.' },
    description:
      'Gives the guest an emulated TPM of this version, in which it can keep keys. Windows 11 demands ' +
      '`2.0`, and disk encryption can use either. Without it there is no TPM.\n\n' +
      'Its content is encrypted on the host, with a secret in the key manager, which has to be there; ' +
      'see `hw:tpm_secret_security` for who can read the secret. Such servers cannot be rebuilt, ' +
      'evacuated, shelved or rescued.',
    drivers: libvirt,
    image: {
      property: 'hw_tpm_version',
      relation: 'must-agree',
      noticed: 'scheduling',
      rule:
        'Different versions are a conflict, as is `tpm-crb` with version 1.2. The API accepts the server, ' +
        'and it ends in an error while a host is looked for.',
    },
  },
  {
    name: 'tpm_secret_security',
    value: {
      type: 'string',
      enum: ['user', 'host', 'deployment'],
      description: 'Who can read the secret.',
    },
    description:
      'Who can read the secret that the content of the TPM is encrypted with, and so who can start or ' +
      'move the server.\n\n' +
      '`user`: its owner alone. Nobody else can start it, and it cannot be migrated live. `host`: ' +
      'libvirt keeps the secret on the host as well, so that administrators can start the server and ' +
      'migrate it live. `deployment`: the secret belongs to the compute service, which can use it on any ' +
      'host; hosts of 33.0.0 (2026.1) offer only the other two.\n\n' +
      '`user` is the default and the safest. Hosts tell by traits ' +
      '(`COMPUTE_SECURITY_TPM_SECRET_SECURITY_HOST` and its like) which they support. There is no image ' +
      'property for it.',
    drivers: libvirt,
    needs: [{ key: 'hw:tpm_version' }],
  },
  {
    name: 'watchdog_action',
    value: {
      type: 'string',
      enum: ['none', 'pause', 'poweroff', 'reset', 'disabled'],
      description: 'What happens when the watchdog fires.',
    },
    description:
      'Gives the guest a watchdog, an emulated Intel 6300ESB, and says what happens when the guest stops ' +
      'feeding it, as it does when it hangs.\n\n' +
      '`reset`: it is restarted. `poweroff`: it is switched off. `pause`: it is stopped as it is, for a ' +
      'look at it. `none`: nothing. `disabled`, the default: there is no watchdog. The guest has to run ' +
      'a program that feeds it.',
    drivers: libvirt,
    image: {
      property: 'hw_watchdog_action',
      relation: 'image-wins',
      noticed: 'host',
      rule: 'What the image says is done; the flavor counts where the image says nothing.',
    },
  },
  {
    name: 'viommu_model',
    value: {
      type: 'string',
      enum: ['intel', 'smmuv3', 'virtio', 'auto'],
      description: 'A model of a virtual IOMMU.',
    },
    description:
      'Gives the guest a virtual IOMMU, for guests that hand devices on to guests of their own or to ' +
      'programs in user space (DPDK). Without it there is none.\n\n' +
      '`intel`: for x86 with a q35 machine. `smmuv3`: for Arm with a virt machine. `virtio`: for both, ' +
      'with new guests and hosts. `auto`: `virtio` if the host can, else the one for the architecture. ' +
      'Other architectures and machine types fail on the host.',
    drivers: libvirt,
    image: {
      property: 'hw_viommu_model',
      relation: 'flavor-wins',
      noticed: 'host',
      rule: 'What the flavor says is done; the image counts where the flavor says nothing.',
    },
  },
  {
    name: 'virtio_packed_ring',
    value: { type: 'boolean', description: 'Whether packed rings are offered.' },
    description:
      'Offers the guest the packed layout of virtio queues, which moves many small packets faster. The ' +
      'driver in the guest decides whether it uses them. Only hosts that have it are chosen. Off, unless ' +
      'set.',
    drivers: libvirt,
    image: {
      property: 'hw_virtio_packed_ring',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused.',
    },
  },
  {
    name: 'sound_model',
    value: {
      type: 'string',
      enum: ['sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'],
      description: 'A model of a sound device.',
    },
    description:
      'Gives the guest a sound device, for virtual desktops on a SPICE console. `ich6` and `ich9` (Intel ' +
      'HD Audio) have drivers in most systems; `sb16`, `es1370`, `pcspk` and `ac97` are for old ones; ' +
      '`usb` and `virtio` need newer hosts and guests. Only hosts that can emulate the model are chosen. ' +
      'Without it there is no sound.',
    drivers: libvirt,
    image: {
      property: 'hw_sound_model',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different models are refused when a server is created.',
    },
  },
  {
    name: 'usb_model',
    value: {
      type: 'string',
      enum: ['none', 'nec-xhci', 'qemu-xhci'],
      description: 'A model of a USB controller.',
    },
    description:
      'Gives the guest a USB controller, to which `hw:redirected_usb_ports` can add ports. `qemu-xhci` is ' +
      'the one to choose; `nec-xhci` imitates a real card, for old guests. `none`, the default: no ' +
      'controller beyond what other devices bring along.',
    drivers: libvirt,
    image: {
      property: 'hw_usb_model',
      relation: 'must-agree',
      noticed: 'host',
      rule: 'Different models are a conflict. The API accepts the server, and it ends in an error on the host.',
    },
  },
  {
    name: 'redirected_usb_ports',
    value: { type: 'integer', min: 0, max: 15, description: 'A number of ports.' },
    description:
      'How many USB devices the user of a SPICE console can plug into the guest from where they sit. It ' +
      'needs a USB controller. 0, unless set.',
    drivers: libvirt,
    needs: [{ key: 'hw:usb_model', values: ['nec-xhci', 'qemu-xhci'] }],
    image: {
      property: 'hw_redirected_usb_ports',
      relation: 'must-agree',
      noticed: 'host',
      rule:
        'Different numbers are a conflict. The API accepts the server, and it ends in an error on the ' +
        'host.',
    },
  },
];

const ephemeralEncryption: readonly ExtraSpec[] = [
  {
    name: 'ephemeral_encryption',
    value: { type: 'boolean', description: 'Whether local disks are encrypted.' },
    description:
      'Encrypts the local disks of the server: root, ephemeral and swap. Volumes have an encryption of ' +
      'their own. The keys are in the key manager and belong to the user. Only hosts with the trait ' +
      '`COMPUTE_EPHEMERAL_ENCRYPTION` are chosen. Off, unless set.',
    drivers: libvirt,
    image: {
      property: 'hw_ephemeral_encryption',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different values are refused.',
    },
  },
  {
    name: 'ephemeral_encryption_format',
    value: { type: 'string', enum: ['plain', 'luks', 'luksv2'], description: 'A format of encrypted disks.' },
    description:
      'How local disks are encrypted. `luks`: the usual format of Linux, in its first version; `luksv2`: ' +
      'in its second. `plain`: the bare cipher without a header, which has no way to change the ' +
      'passphrase. Without it the host chooses. Only hosts with the trait for the format, such as ' +
      '`COMPUTE_EPHEMERAL_ENCRYPTION_LUKS`, are taken.',
    drivers: libvirt,
    needs: [{ key: 'hw:ephemeral_encryption', values: ['true'] }],
    image: {
      property: 'hw_ephemeral_encryption_format',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Different formats are refused.',
    },
  },
];

export const hw: Namespace = {
  name: 'hw',
  description: 'The virtual hardware of the guest, and what of the hardware of the host it is placed on.',
  specs: [
    ...realtime,
    ...hypervisorId,
    ...cpuPolicies,
    ...memoryPages,
    ...numa,
    ...topology,
    ...features,
    ...ephemeralEncryption,
  ],
};
