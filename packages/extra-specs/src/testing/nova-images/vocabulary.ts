/** What is said about one subject: the keys of a flavor or of an image, each with values that make a difference. */
export interface Subject {
  readonly extraSpecs: Readonly<Record<string, readonly string[]>>;
  /** What is no text is only said by an image service, not by what is kept with a server. */
  readonly properties: Readonly<Record<string, readonly unknown[]>>;
}

const booleans = ['true', 'false', 'True', ' YES ', 'no', '1', '0', 'maybe', '', 't'];
const imageBooleans = [...booleans, true, false, 1, 0, null, []];
const counts = [
  '1',
  '2',
  '4',
  '3',
  '0',
  '-1',
  ' 2 ',
  '+2',
  '1_0',
  '02',
  '٣',
  '',
  'x',
  '1.5',
  '99999999999999999999',
];
const imageCounts = [...counts, 1, 2, 4, -1, 1.5, true, null, ['1'], {}];
const cpuSets = [
  '0|0-1|2-3|0,1|1|0-3|0-2|4-7|3|8|9,1|0-7|0-1,3|1-2',
  '^0|^0-1| ^1|^0-3|^9|0-3,^2|^0,1|0,^0|,,1,| 1 - 2 |+1|1_1|٣',
  "|,|3-1|a|-1|^|0-|0-1-2|^a|1;2|it's|a\"b'|\t|1\u00a0|é\u200b\ud800",
].flatMap((texts) => texts.split('|'));

/** Those that leave some CPUs of a flavor are most interesting. */
const masks = [...cpuSets, ...'1|^0|0-1|^0-1| ^1|'.repeat(10).split('|')];
const imageCpuSets = [...cpuSets, 3, null, ['0']];

const cpus: Subject = {
  extraSpecs: {
    'hw:cpu_policy': ['dedicated', 'shared', 'mixed', 'dedicated', 'mixed', '', 'deddicated'],
    'hw:cpu_thread_policy': ['prefer', 'isolate', 'require', '', 'Require'],
    'hw:emulator_threads_policy': ['share', 'isolate', '', 'isolated'],
    'hw:cpu_realtime': ['true', 'true', 'yes', ...booleans],
    'hw:cpu_realtime_mask': masks,
    'hw:cpu_dedicated_mask': masks,
    'resources:VCPU': ['1', '4', '0', '', 'x', '-1'],
    'resources:PCPU': ['1', '2', '4', '5', '0', 'x'],
    'resources1:PCPU': ['1', '2', '4'],
    'resources_A:PCPU': ['4'],
    'trait:HW_CPU_HYPERTHREADING': ['required', 'forbidden', '', 'x'],
    'trait2:HW_CPU_HYPERTHREADING': ['required', 'forbidden'],
  },
  properties: {
    hw_cpu_policy: ['dedicated', 'shared', 'mixed', 'Dedicated', '', null, 5],
    hw_cpu_thread_policy: ['prefer', 'isolate', 'require', 'requires'],
    hw_cpu_realtime_mask: [...masks, 1, null, {}],
    'trait:HW_CPU_HYPERTHREADING': ['required', 'forbidden', 1],
  },
};

const numa: Subject = {
  extraSpecs: {
    'hw:numa_nodes': [
      '1',
      '2',
      '2',
      '3',
      '4',
      '8',
      '0',
      '-1',
      ' 2',
      '02',
      '-0',
      '2_0',
      '٣',
      '',
      'x',
      '9'.repeat(30),
    ],
    'hw:numa_cpus.0': cpuSets,
    'hw:numa_cpus.1': cpuSets,
    'hw:numa_mem.0': ['512', '1024', '2048', ' 512', '5_12', '-5', 'x', '1.5', ''],
    'hw:numa_mem.1': ['512', '1024', '1536'],
    'hw:numa_mem.3': ['512'],
    'hw:mem_page_size': [
      'small|large|any|2048|4|0||2MB|2MiB|1GB|1.5GB|2048KB|8Mb|8Mbit',
      '2mb|2 MB|-2KB|-3KB|1B|2MB\n|KB|lage|٤|²|+4KiB|.5TB|1iB|-4',
    ].flatMap((texts) => texts.split('|')),
    'hw:pmem': ['a', ' , ', '', 'a,b'],
    'hw:locked_memory': booleans,
    'hw:cpu_policy': ['dedicated', 'mixed'],
  },
  properties: {
    hw_numa_nodes: ['1', '2', '2', '4', 2, ...imageCounts],
    'hw_numa_cpus.0': imageCpuSets,
    'hw_numa_cpus.1': imageCpuSets,
    'hw_numa_mem.0': ['512', '1024', 512, 1024, ...imageCounts],
    'hw_numa_mem.1': ['512', '1024', 1536],
    'hw_numa_mem.2': ['512'],
    hw_mem_page_size: ['small', 'large', 'any', '2048', '2MB', '', '0', 'x', 2048, true, null, []],
    hw_locked_memory: imageBooleans,
    hw_cpu_policy: ['dedicated', 'shared'],
  },
};

const topology: Subject = {
  extraSpecs: {
    'hw:cpu_sockets': counts,
    'hw:cpu_cores': counts,
    'hw:cpu_threads': counts,
    'hw:cpu_max_sockets': counts,
    'hw:cpu_max_cores': counts,
    'hw:cpu_max_threads': counts,
    'hw:serial_port_count': counts,
  },
  properties: {
    hw_cpu_sockets: imageCounts,
    hw_cpu_cores: ['65536', '65537', ...imageCounts],
    hw_cpu_threads: imageCounts,
    hw_cpu_max_sockets: imageCounts,
    hw_cpu_max_cores: imageCounts,
    hw_cpu_max_threads: imageCounts,
    hw_serial_port_count: imageCounts,
  },
};

const pairs: Subject = {
  extraSpecs: {
    'hw:pmu': booleans,
    'hw:vif_multiqueue_enabled': booleans,
    'hw:virtio_packed_ring': booleans,
    'hw:mem_encryption': booleans,
    'hw:mem_encryption_model': ['amd-sev', 'amd-sev-es', 'amd-sev-snp', 'amd-sev-sn', ''],
    'hw:ephemeral_encryption': booleans,
    'hw:ephemeral_encryption_format': ['plain', 'luks', 'luksv2', 'luks2', ''],
    'hw:sound_model': ['ac97', 'ich6', ''],
    'hw:pci_numa_affinity_policy': ['required', 'legacy', 'preferred', 'socket', '', 'require'],
    'pci_passthrough:alias': [
      'gpu:1|gpu:1,nic:2| gpu :1|gpu: 2 |gpu:0|gpu:-1|fpga:1|gpu:1,fpga:1|fpga:x',
      'gpu|gpu:x||gpu:1:2|gpu:1,|:1',
    ].flatMap((texts) => texts.split('|')),
    'hw:tpm_version': ['1.2', '2.0', '2', ''],
    'hw:tpm_model': ['tpm-tis', 'tpm-crb', 'crb', ''],
    'os:secure_boot': ['required', 'disabled', 'optional', 'Required', ''],
  },
  properties: {
    hw_pmu: imageBooleans,
    hw_vif_multiqueue_enabled: imageBooleans,
    hw_virtio_packed_ring: imageBooleans,
    hw_mem_encryption: imageBooleans,
    hw_mem_encryption_model: ['amd-sev', 'amd-sev-es', 'amd-sev-snp', 'tdx'],
    hw_firmware_type: ['uefi', 'uefi', 'bios', 'UEFI'],
    hw_firmware_stateless: imageBooleans,
    hw_machine_type: ['q35', 'pc-q35-2.11', 'pc', '', 35, [], {}],
    hw_ephemeral_encryption: imageBooleans,
    hw_ephemeral_encryption_format: ['plain', 'luks', 'luksv2', 'none'],
    hw_sound_model: ['ac97', 'ich6', 'midi'],
    hw_pci_numa_affinity_policy: ['required', 'legacy', 'preferred', 'socket', 'near'],
    hw_tpm_version: ['1.2', '2.0', '3.0', 2],
    hw_tpm_model: ['tpm-tis', 'tpm-crb'],
    os_secure_boot: ['required', 'disabled', 'optional', 'on'],
  },
};

const architectures = ['x86_64', 'AMD64', 'i386', 'x86_32p', 'vax', '', 64, null];
const buses = ['virtio', 'scsi', 'SCSI', 'nvme', 'fdc', 5, ['ide'], { a: "it's" }];
const mappings = [
  [],
  [{ device: '/dev/vda', virtual: null }],
  [{ a: 1.5, b: true }],
  [{ a: [1] }],
  ['x'],
  [null],
  'x',
  { a: 1 },
  7,
  null,
];
const models = ['virtio', 'VirtualE1000', 'e1000e', 'igb', 'E100', 5];
const scsiModels = ['virtio-scsi', 'lsiLogicSAS', 'paraVirtual', 'ide', 'buslogic', 'sata', '', 0, 5, null];
const versions = [
  '>=2.6',
  '>= 2.6 , <3.0',
  '2.6',
  '',
  '>=2',
  '!=1.0b2',
  '==2.6.1',
  '>=2.6,',
  '>=２.6',
  '\u001c<1.0',
  2,
];
const anything = ['x', '', 5, 1.5, true, null, ['a', "b'", null, { c: false }], { d: 1 }];

/** Everything else that has to be understood, under its current and its former names. */
const reading: Subject = {
  extraSpecs: {},
  properties: {
    hw_architecture: architectures,
    architecture: architectures,
    hw_emulation_architecture: architectures,
    hw_disk_bus: buses,
    hw_cdrom_bus: buses,
    hw_scsi_model: scsiModels,
    vmware_adaptertype: scsiModels,
    hw_vif_model: models,
    hw_vm_mode: ['hvm', 'XEN', 'pv', 'baremetal', 'kvm', 1],
    vm_mode: ['hv', 'paravirtual'],
    img_hv_type: ['kvm', 'QEMU', 'xapi', 'kmv', 7],
    hypervisor_type: ['kvm', 'esx'],
    os_type: ['linux', 'Windows', 'bsd', 5],
    img_config_drive: ['optional', 'mandatory', 'Mandatory', '', null, 5],
    img_hv_requested_version: versions,
    hypervisor_version_requires: versions,
    img_version: imageCounts,
    vmware_image_version: imageCounts,
    img_mappings: mappings,
    // Under these names they are also looked at for what they say about disks, which is not what this is about.
    mappings: ['[]', [], 'x'],
    block_device_mapping: ['[]', '{}', '[null]', 'oops', [{ a: [1] }]],
    img_bdm_v2: imageBooleans,
    img_root_device_name: anything,
    os_distro: anything,
    vmware_ostype: anything,
    img_signature_certificate_uuid: anything,
    hw_ephemeral_encryption_secret_uuid: anything,
    hw_video_ram: ['16', 'x'],
    hw_usb_model: ['nec-xhci', 'ohci'],
    hw_redirected_usb_ports: ['4', '99', 'x'],
    hw_maxphysaddr_mode: ['emulate', 'x'],
    hw_maxphysaddr_bits: ['42', 'x'],
    cinder_encryption_key_id: ['a key', '', null],
    hw_numa_cpus: ['0-1'],
    traits_required: ['x'],
    __proto__x: ['1'],
    constructor: ['1'],
    toString: ['x'],
  },
};

export const subjects: readonly Subject[] = [cpus, numa, topology, pairs, reading];
