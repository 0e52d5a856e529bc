import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Circumstances, checkFlavorAndImage, type Image } from './check-flavor-and-image.ts';

/** Wrong in every way that an operation might look at. */
const extraSpecs = {
  'hw:virtio_packed_ring': 'true',
  'hw:mem_encryption': 'true',
  'hw:pmu': 'true',
  'hw:serial_port_count': '1',
  'hw:cpu_realtime': 'true',
  'hw:cpu_max_cores': '1',
  'hw:vif_multiqueue_enabled': 'true',
  'hw:numa_nodes': '3',
  'hw:pci_numa_affinity_policy': 'required',
  'pci_passthrough:alias': 'gpu:1',
  'hw:ephemeral_encryption': 'true',
  'hw:sound_model': 'ich6',
  'hw:tpm_version': '2.0',
};

const image: Image = {
  id: 'an-id',
  name: 'debian',
  status: 'queued',
  size: 2 ** 40,
  minRam: 4096,
  minDisk: 20,
  properties: {
    hw_architecture: 'vax',
    img_config_drive: 'never',
    cinder_encryption_key_id: 'a key',
    mappings: 'no list',
    hw_virtio_packed_ring: 'false',
    hw_mem_encryption: 'false',
    hw_pmu: 'false',
    hw_serial_port_count: '2',
    hw_cpu_max_cores: '2',
    hw_vif_multiqueue_enabled: 'false',
    hw_pci_numa_affinity_policy: 'socket',
    hw_ephemeral_encryption: 'false',
    hw_sound_model: 'ac97',
    hw_tpm_version: '1.2',
  },
};

function checked(circumstances: Circumstances): string[] {
  const flavor = { name: 'small', ram: 1024, vcpus: 4, disk: 10, extraSpecs };
  return checkFlavorAndImage(flavor, image, { pciAliases: new Set(), ...circumstances }).map(
    ({ rule, key }) => `${rule} ${key}`,
  );
}

const bootable = 'image-unacceptable cinder_encryption_key_id';
const active = 'image-not-active status';
const memory = 'flavor-memory-too-small min_ram';
const packedRing = 'flavor-image-conflict hw_virtio_packed_ring';
const size = 'flavor-disk-smaller-than-image size';
const disk = 'flavor-disk-smaller-than-min-disk min_disk';
const architecture = 'invalid-image-metadata hw_architecture';
const lists = 'invalid-image-metadata mappings';
const realtime = 'realtime-mask-not-found-or-invalid hw:cpu_realtime_mask';
const beforeRealtime = [
  'flavor-image-conflict hw_mem_encryption',
  'flavor-image-conflict hw_pmu',
  'image-serial-port-number-exceed-flavor-value hw_serial_port_count',
];
const afterRealtime = [
  'image-vcpu-limits-range-exceeded hw_cpu_max_cores',
  'flavor-image-conflict hw_vif_multiqueue_enabled',
];
const hardware = [...beforeRealtime, realtime, ...afterRealtime];
const numa = 'image-numa-topology-asymmetric hw:numa_nodes';
const aliases = 'pci-request-alias-not-defined pci_passthrough:alias';
const later = 'tpm-version-conflict hw_tpm_version';

describe('what is looked at, and in which order', () => {
  test('on a creation is NUMA first, then PCI, disks, the image and the sizes, and the other hardware', () => {
    assert.deepEqual(checked({ operation: 'create' }), [
      lists,
      architecture,
      'invalid-image-metadata img_config_drive',
      realtime,
      numa,
      'image-pci-numa-policy-forbidden hw_pci_numa_affinity_policy',
      aliases,
      'flavor-image-conflict hw_ephemeral_encryption',
      'flavor-image-conflict hw_sound_model',
      bootable,
      active,
      memory,
      packedRing,
      size,
      disk,
      ...beforeRealtime,
      ...afterRealtime,
      later,
    ]);
  });

  test('on a rebuild is the architecture first, then the image, and NUMA last', () => {
    assert.deepEqual(checked({ operation: 'rebuild' }), [
      'invalid-architecture-name hw_architecture',
      bootable,
      active,
      'invalid-image-config-drive img_config_drive',
      memory,
      packedRing,
      size,
      disk,
      lists,
      ...hardware,
      numa,
      later,
    ]);
  });

  test('on a resize is neither the state of the image, nor its size, nor what is not kept with a server', () => {
    assert.deepEqual(checked({ operation: 'resize' }), [
      'invalid-image-config-drive img_config_drive',
      memory,
      packedRing,
      disk,
      architecture,
      ...hardware,
      numa,
      aliases,
      later,
    ]);
  });

  test('on a resize with a volume is the memory last, and no disk', () => {
    assert.deepEqual(checked({ operation: 'resize', isVolumeBacked: true }), [
      architecture,
      'invalid-image-metadata img_config_drive',
      ...hardware,
      numa,
      aliases,
      memory,
      later,
    ]);
  });
});

describe('what a rebuild looks at before the image is read', () => {
  const rebuilt = (properties: Image['properties']): string[] => {
    const flavor = { ram: 1024, vcpus: 4, disk: 10, extraSpecs: {} };
    const found = checkFlavorAndImage(flavor, { properties }, { operation: 'rebuild' });
    return found.map(({ rule, suggestion }) => `${rule} ${suggestion}`);
  };

  test('is its architecture, and nothing else that is wrong', () => {
    assert.deepEqual(rebuilt({ hw_architecture: 'x86-64' }), ['invalid-architecture-name x86_64']);
    assert.deepEqual(rebuilt({ hw_architecture: 'x86_64', hw_disk_bus: 'scsy' }), [
      'invalid-image-metadata scsi',
    ]);
    assert.deepEqual(rebuilt({ hw_architecture: '' }), ['invalid-image-metadata null']);
  });

  test('is its config drive', () => {
    assert.deepEqual(rebuilt({ img_config_drive: 'mandatary' }), ['invalid-image-config-drive mandatory']);
    assert.deepEqual(rebuilt({ img_config_drive: 'mandatory' }), []);
    assert.deepEqual(rebuilt({ img_config_drive: 'optional' }), []);
  });
});

describe('the NUMA topology of a rebuilt server', () => {
  const conflict = ['image-numa-topology-rebuild-conflict'];
  const nodes = {
    hw_numa_nodes: '2',
    'hw_numa_cpus.0': '0-1',
    'hw_numa_cpus.1': '2-3',
    'hw_numa_mem.0': '512',
    'hw_numa_mem.1': '512',
  };
  const examples: readonly {
    readonly that: string;
    readonly specs?: Readonly<Record<string, string>>;
    readonly before: Image['properties'];
    readonly after: Image['properties'];
    readonly rules: readonly string[];
  }[] = [
    { that: 'may not be introduced', before: {}, after: { hw_numa_nodes: '2' }, rules: conflict },
    { that: 'may not be removed', before: { hw_numa_nodes: '2' }, after: {}, rules: conflict },
    {
      that: 'may not have other nodes',
      before: { hw_numa_nodes: '1' },
      after: { hw_numa_nodes: '2' },
      rules: conflict,
    },
    {
      that: 'may not have another CPU policy',
      before: { hw_numa_nodes: '1' },
      after: { hw_numa_nodes: '1', hw_cpu_policy: 'dedicated' },
      rules: conflict,
    },
    {
      that: 'may not have another thread policy',
      before: { hw_cpu_policy: 'dedicated' },
      after: { hw_cpu_policy: 'dedicated', hw_cpu_thread_policy: 'isolate' },
      rules: conflict,
    },
    {
      that: 'may not have other pages',
      specs: { 'hw:mem_page_size': 'any' },
      before: { hw_mem_page_size: '4' },
      after: { hw_mem_page_size: '2MB' },
      rules: conflict,
    },
    {
      that: 'may not have pages of 1 KB instead of small ones',
      specs: { 'hw:mem_page_size': 'any' },
      before: { hw_mem_page_size: 'small' },
      after: { hw_mem_page_size: '1' },
      rules: conflict,
    },
    {
      that: 'may not have other dedicated CPUs',
      specs: { 'hw:cpu_policy': 'mixed', 'hw:cpu_realtime': 'yes' },
      before: { hw_cpu_realtime_mask: '0' },
      after: { hw_cpu_realtime_mask: '1' },
      rules: conflict,
    },
    {
      that: 'may not give its CPUs to other nodes',
      before: nodes,
      after: { ...nodes, 'hw_numa_cpus.0': '0,2', 'hw_numa_cpus.1': '1,3' },
      rules: conflict,
    },
    {
      that: 'may not give its memory to other nodes',
      before: nodes,
      after: { ...nodes, 'hw_numa_mem.0': '256', 'hw_numa_mem.1': '768' },
      rules: conflict,
    },
    { that: 'may be written in another way', before: nodes, after: { hw_numa_nodes: '2' }, rules: [] },
    {
      that: 'may stay while everything else changes',
      specs: { 'hw:numa_nodes': '2' },
      before: { hw_pmu: 'true' },
      after: { hw_pmu: 'false', hw_disk_bus: 'scsi' },
      rules: [],
    },
    {
      that: 'is not compared where the new one has too little memory',
      before: {},
      after: { ...nodes, 'hw_numa_mem.0': '1' },
      rules: ['image-numa-topology-memory-out-of-range'],
    },
    {
      that: 'is not compared where the new one has too few CPUs',
      before: {},
      after: { ...nodes, 'hw_numa_cpus.0': '0' },
      rules: ['image-numa-topology-cpus-unassigned'],
    },
    {
      that: 'is not compared where the new one has a CPU twice',
      before: {},
      after: { ...nodes, 'hw_numa_cpus.0': '0-2' },
      rules: ['image-numa-topology-cpu-duplicates'],
    },
    {
      that: 'is not compared where the new one has too many CPUs',
      before: {},
      after: { ...nodes, 'hw_numa_cpus.1': '2-4' },
      rules: ['image-numa-topology-cpu-out-of-range'],
    },
    {
      that: 'is not compared where the thread policy of the new one is not understood',
      before: {},
      after: { ...nodes, hw_cpu_thread_policy: 'x' },
      rules: ['invalid-image-metadata'],
    },
    {
      that: 'is not compared where the policy of the new one is not understood',
      before: {},
      after: { ...nodes, hw_cpu_policy: 'x' },
      rules: ['invalid-image-metadata'],
    },
    {
      that: 'is not compared where the thread policy of the flavor is empty',
      specs: { 'hw:cpu_thread_policy': '' },
      before: {},
      after: nodes,
      rules: ['invalid-cpu-thread-allocation-policy'],
    },
    {
      that: 'is not compared where the new one is wrong anyway',
      before: {},
      after: { hw_numa_nodes: '3' },
      rules: ['image-numa-topology-asymmetric'],
    },
    {
      that: 'is not compared where the old one cannot be read',
      before: { hw_numa_nodes: 'x' },
      after: { hw_numa_nodes: '2' },
      rules: ['invalid-image-metadata'],
    },
  ];
  for (const { that, specs = {}, before, after, rules } of examples) {
    test(that, () => {
      const found = checkFlavorAndImage(
        { ram: 1024, vcpus: 4, disk: 10, extraSpecs: specs },
        { properties: after },
        { operation: 'rebuild', previousImage: { properties: before } },
      );
      assert.deepEqual(
        found.map(({ rule }) => rule),
        rules,
      );
    });
  }
});
