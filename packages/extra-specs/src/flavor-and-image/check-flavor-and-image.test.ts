import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Circumstances,
  checkFlavorAndImage,
  type Flavor,
  type Image,
} from './check-flavor-and-image.ts';

interface Example {
  readonly that: string;
  readonly flavor?: Partial<Flavor>;
  readonly specs?: Readonly<Record<string, string>>;
  readonly image?: Partial<Image>;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly circumstances?: Partial<Circumstances>;
  /** `rule key`, of every problem. */
  readonly problems: readonly string[];
  /** Of the first one. */
  readonly text?: string;
  readonly suggestion?: string;
}

function problemsOf(example: Omit<Example, 'that' | 'problems'>): ReturnType<typeof checkFlavorAndImage> {
  const { flavor, specs = {}, image, properties = {}, circumstances } = example;
  return checkFlavorAndImage(
    { name: 'small', ram: 1024, vcpus: 4, disk: 10, extraSpecs: specs, ...flavor },
    { id: 'an-id', name: 'debian', status: 'active', properties, ...image },
    { operation: 'create', ...circumstances },
  );
}

function check(examples: readonly Example[]): void {
  for (const { that, problems, text, suggestion, ...example } of examples) {
    test(that, () => {
      const found = problemsOf(example);
      assert.deepEqual(
        found.map(({ rule, key }) => `${rule} ${key}`),
        problems,
      );
      if (text !== undefined) assert.equal(found[0]?.text, text);
      if (suggestion !== undefined) assert.equal(found[0]?.suggestion, suggestion);
    });
  }
}

describe('an image that can be used', () => {
  check([
    { that: 'is one that says nothing special', problems: [] },
    {
      that: 'is active',
      image: { status: 'queued' },
      problems: ['image-not-active status'],
      text: 'Image an-id is not active.',
    },
    { that: 'may be one whose status is not known', image: { status: undefined as never }, problems: [] },
    {
      that: 'does not come from an encrypted volume',
      properties: { cinder_encryption_key_id: 'a key' },
      problems: ['image-unacceptable cinder_encryption_key_id'],
      text: 'Image an-id is unacceptable: Direct booting of an image uploaded from an encrypted volume is unsupported.',
    },
    {
      that: 'may come from an encrypted volume if it becomes one again',
      properties: { cinder_encryption_key_id: 'a key' },
      circumstances: { isVolumeBacked: true },
      problems: [],
    },
    {
      that: 'has a config drive option that exists, and says so once',
      properties: { img_config_drive: 'mandatary' },
      problems: ['invalid-image-metadata img_config_drive'],
      text: 'Invalid image metadata. Error: Field value mandatary is invalid',
      suggestion: 'mandatory',
    },
    {
      that: 'has properties that can be read, and is told of all that cannot',
      properties: { hw_disk_bus: 'scsy', hw_cpu_cores: 'two', hw_architecture: 'vax' },
      problems: [
        'invalid-image-metadata hw_architecture',
        'invalid-image-metadata hw_cpu_cores',
        'invalid-image-metadata hw_disk_bus',
      ],
      text: "Invalid image metadata. Error: Architecture name 'vax' is not valid",
    },
  ]);
});

describe('memory and disk', () => {
  check([
    {
      that: 'are refused where the image needs more memory',
      image: { minRam: 1025 },
      problems: ['flavor-memory-too-small min_ram'],
      text: "Flavor's memory is too small for requested image.",
    },
    {
      that: 'are accepted where the image needs just that much',
      image: { minRam: 1024, minDisk: 10 },
      problems: [],
    },
    {
      that: 'are accepted where the image just fits',
      image: { minDisk: 10, size: 10 * 2 ** 30 },
      problems: [],
    },
    {
      that: 'are accepted where a volume is just large enough',
      image: { minDisk: 10 },
      circumstances: { isVolumeBacked: true, volumeSize: 10 },
      problems: [],
    },
    {
      that: 'are refused where the image is larger than the disk, and where it needs a larger one',
      image: { size: 10 * 2 ** 30 + 1, minDisk: 11 },
      problems: ['flavor-disk-smaller-than-image size', 'flavor-disk-smaller-than-min-disk min_disk'],
      text: "Flavor's disk is too small for requested image. Flavor disk is 10737418240 bytes, image is 10737418241 bytes.",
    },
    {
      that: 'are counted in bytes, however large',
      flavor: { disk: 2147483646 },
      image: { minDisk: 2147483647 },
      problems: ['flavor-disk-smaller-than-min-disk min_disk'],
      text: "Flavor's disk is smaller than the minimum size specified in image metadata. Flavor disk is 2305843007066210304 bytes, minimum size is 2305843008139952128 bytes.",
    },
    {
      that: 'do not matter for the disk where there is a volume',
      image: { size: 2 ** 40, minDisk: 11 },
      circumstances: { isVolumeBacked: true },
      problems: [],
    },
    {
      that: 'are refused where a volume would be too small',
      image: { minDisk: 11 },
      circumstances: { isVolumeBacked: true, volumeSize: 10 },
      problems: ['volume-smaller-than-min-disk min_disk'],
      text: 'Volume is smaller than the minimum size specified in image metadata. Volume size is 10737418240 bytes, minimum size is 11811160064 bytes.',
    },
    {
      that: 'are refused where a flavor has no disk, but for those who may',
      flavor: { disk: 0 },
      image: { size: 2 ** 40 },
      problems: ['boot-from-volume-required-for-zero-disk-flavor disk'],
      text: 'Only volume-backed servers are allowed for flavors with zero disk.',
    },
    {
      that: 'have no limit for those who may use a flavor without a disk',
      flavor: { disk: 0 },
      image: { size: 2 ** 40, minDisk: 100 },
      circumstances: { mayUseZeroDisk: true },
      problems: [],
    },
    {
      that: 'are accepted where a flavor has no disk and there is a volume',
      flavor: { disk: 0 },
      circumstances: { isVolumeBacked: true },
      problems: [],
    },
  ]);
});

describe('what flavor and image have to agree about', () => {
  check([
    {
      that: 'is the PMU, however the booleans are spelled',
      specs: { 'hw:pmu': ' YES ' },
      properties: { hw_pmu: 'off' },
      problems: ['flavor-image-conflict hw_pmu'],
      text: 'Flavor small has hw:pmu extra spec explicitly set to True, conflicting with image debian which has hw_pmu explicitly set to False.',
    },
    { that: 'can be said in two ways', specs: { 'hw:pmu': 'y' }, properties: { hw_pmu: true }, problems: [] },
    {
      that: 'is the packed ring',
      specs: { 'hw:virtio_packed_ring': 'false' },
      properties: { hw_virtio_packed_ring: 'true' },
      problems: ['flavor-image-conflict hw_virtio_packed_ring'],
    },
    {
      that: 'is the multiqueue',
      specs: { 'hw:vif_multiqueue_enabled': 'true' },
      properties: { hw_vif_multiqueue_enabled: 'false' },
      problems: ['flavor-image-conflict hw_vif_multiqueue_enabled'],
    },
    {
      that: 'is not the multiqueue where there is but one CPU',
      flavor: { vcpus: 1 },
      specs: { 'hw:vif_multiqueue_enabled': 'true' },
      properties: { hw_vif_multiqueue_enabled: 'false' },
      problems: [],
    },
    {
      that: 'is the encryption of ephemeral disks',
      specs: { 'hw:ephemeral_encryption': 'True', 'hw:ephemeral_encryption_format': 'luks' },
      properties: { hw_ephemeral_encryption: '0', hw_ephemeral_encryption_format: 'plain' },
      problems: ['flavor-image-conflict hw_ephemeral_encryption'],
      text: 'Flavor small has hw:ephemeral_encryption extra spec explicitly set to True, conflicting with image debian which has hw_eph_encryption property explicitly set to False',
    },
    {
      that: 'is the format of that encryption, where there is one',
      specs: { 'hw:ephemeral_encryption': 'True', 'hw:ephemeral_encryption_format': 'luks' },
      properties: { hw_ephemeral_encryption_format: 'plain' },
      problems: ['flavor-image-conflict hw_ephemeral_encryption_format'],
    },
    {
      that: 'is not the format where nothing is encrypted',
      specs: { 'hw:ephemeral_encryption_format': 'luks' },
      properties: { hw_ephemeral_encryption_format: 'plain' },
      problems: [],
    },
    {
      that: 'must exist, too',
      specs: { 'hw:ephemeral_encryption': 'yes', 'hw:ephemeral_encryption_format': 'lusk' },
      problems: ['invalid-ephemeral-encryption-format hw:ephemeral_encryption_format'],
      text: 'Invalid ephemeral encryption format lusk. Allowed values: plain, luks, luksv2',
      suggestion: 'luks',
    },
    {
      that: 'is the sound device',
      specs: { 'hw:sound_model': 'ich6' },
      properties: { hw_sound_model: 'ac97' },
      problems: ['flavor-image-conflict hw_sound_model'],
    },
    {
      that: 'is locked memory',
      specs: { 'hw:locked_memory': 'true', 'hw:mem_page_size': 'large' },
      properties: { hw_locked_memory: 'false' },
      problems: ['flavor-image-locked-memory-conflict hw_locked_memory'],
      text: 'locked_memory value in image (False) and flavor (True) conflict. A consistent value is expected if both specified.',
    },
    {
      that: 'is the affinity to PCI devices',
      specs: { 'hw:pci_numa_affinity_policy': 'required' },
      properties: { hw_pci_numa_affinity_policy: 'socket' },
      problems: ['image-pci-numa-policy-forbidden hw_pci_numa_affinity_policy'],
      text: "Image property 'hw_pci_numa_affinity_policy' is not permitted to override the 'hw:pci_numa_affinity_policy' flavor extra spec.",
    },
    {
      that: 'is an affinity that exists',
      specs: { 'hw:pci_numa_affinity_policy': 'require' },
      problems: ['invalid-pci-numa-affinity hw:pci_numa_affinity_policy'],
      text: 'Invalid PCI NUMA affinity configured: require',
      suggestion: 'required',
    },
  ]);
});

describe('encrypted memory', () => {
  const encrypted = { hw_mem_encryption: 'true', hw_firmware_type: 'uefi' };
  check([
    { that: 'needs UEFI', properties: encrypted, problems: [] },
    {
      that: 'is refused without UEFI, and says who wants it',
      specs: { 'hw:mem_encryption': '1' },
      properties: { hw_mem_encryption: 'true', hw_firmware_type: 'bios' },
      problems: ['flavor-image-conflict hw_firmware_type'],
      text: "Memory encryption requested by hw:mem_encryption extra spec in small flavor and hw_mem_encryption property of image an-id but image debian doesn't have 'hw_firmware_type' property set to 'uefi'",
      suggestion: 'uefi',
    },
    {
      that: 'says that only the image wants it',
      specs: { 'hw:pmu': 'yes' },
      properties: { hw_mem_encryption: 'true' },
      problems: ['flavor-image-conflict hw_firmware_type'],
      text: "Memory encryption requested by hw_mem_encryption property of image an-id but image debian doesn't have 'hw_firmware_type' property set to 'uefi'",
    },
    {
      that: 'is refused where only one side wants it',
      specs: { 'hw:mem_encryption': 'no' },
      properties: encrypted,
      problems: ['flavor-image-conflict hw_mem_encryption'],
      text: 'Flavor small has hw:mem_encryption extra spec explicitly set to no, conflicting with image debian which has hw_mem_encryption property explicitly set to True',
    },
    {
      that: 'needs a machine of the q35 family',
      properties: { ...encrypted, hw_machine_type: 'pc-i440fx' },
      problems: ['invalid-machine-type hw_machine_type'],
      text: "Machine type 'pc-i440fx' is not compatible with image debian (an-id): q35 type is required for SEV to work",
    },
    {
      that: 'works with any machine of the q35 family',
      properties: { ...encrypted, hw_machine_type: 'pc-q35-9.0' },
      problems: [],
    },
    {
      that: 'is refused where the models differ',
      specs: { 'hw:mem_encryption_model': 'amd-sev' },
      properties: { ...encrypted, hw_mem_encryption_model: 'amd-sev-es' },
      problems: ['flavor-image-conflict hw_mem_encryption_model'],
    },
    {
      that: 'is refused where the model does not exist',
      specs: { 'hw:mem_encryption_model': 'amd-sev-sn' },
      properties: encrypted,
      problems: ['invalid-memory-encryption-model hw:mem_encryption_model'],
      suggestion: 'amd-sev-snp',
    },
    {
      that: 'needs stateless firmware for SEV-SNP',
      specs: { 'hw:mem_encryption_model': 'amd-sev-snp' },
      properties: encrypted,
      problems: ['stateless-firmware-required hw_firmware_stateless'],
    },
    {
      that: 'is content with stateless firmware for SEV-SNP',
      specs: { 'hw:mem_encryption_model': 'amd-sev-snp' },
      properties: { ...encrypted, hw_firmware_stateless: 'true' },
      problems: [],
    },
    {
      that: 'has no model where it is off',
      specs: { 'hw:mem_encryption_model': 'amd-sev' },
      properties: { hw_mem_encryption: 'false', hw_mem_encryption_model: 'amd-sev-es' },
      problems: [],
    },
  ]);
});

describe('serial ports', () => {
  check([
    {
      that: 'are not more than the flavor has',
      specs: { 'hw:serial_port_count': '2' },
      properties: { hw_serial_port_count: '3' },
      problems: ['image-serial-port-number-exceed-flavor-value hw_serial_port_count'],
      text: 'Forbidden to exceed flavor value of number of serial ports passed in image meta.',
    },
    {
      that: 'may be fewer',
      specs: { 'hw:serial_port_count': '2' },
      properties: { hw_serial_port_count: '2' },
      problems: [],
    },
    {
      that: 'are up to the image where the flavor has 0',
      specs: { 'hw:serial_port_count': '0' },
      properties: { hw_serial_port_count: '3' },
      problems: [],
    },
    {
      that: 'are not looked at where the image is not understood',
      specs: { 'hw:serial_port_count': '1' },
      properties: { hw_serial_port_count: 'x' },
      problems: ['invalid-image-metadata hw_serial_port_count'],
    },
    {
      that: 'are up to the flavor where the image does not say',
      specs: { 'hw:serial_port_count': '1' },
      problems: [],
    },
    {
      that: 'are up to the image where the flavor has none',
      properties: { hw_serial_port_count: '9' },
      problems: [],
    },
    {
      that: 'are counted',
      specs: { 'hw:serial_port_count': 'some' },
      properties: { hw_serial_port_count: '3' },
      problems: ['image-serial-port-number-invalid hw:serial_port_count'],
      text: "Number of serial ports specified in flavor is invalid: expected an integer, got 'some'",
    },
  ]);
});

describe('the CPU topology', () => {
  check([
    {
      that: 'of an image has no higher limits than that of the flavor',
      specs: { 'hw:cpu_max_cores': '4', 'hw:cpu_max_threads': '2' },
      properties: { hw_cpu_max_cores: '8', hw_cpu_max_threads: '1' },
      problems: ['image-vcpu-limits-range-exceeded hw_cpu_max_cores'],
      text: 'Image vCPU topology limits (sockets=0, cores=8, threads=1) exceeds the limits of the flavor (sockets=0, cores=4, threads=2)',
      suggestion: '4',
    },
    {
      that: 'of an image is not compared with limits that are wrong themselves',
      specs: { 'hw:cpu_max_cores': '4', 'hw:cpu_max_sockets': '1' },
      properties: { hw_cpu_max_cores: '8', hw_cpu_cores: '9', hw_cpu_sockets: '2' },
      problems: ['image-vcpu-limits-range-exceeded hw_cpu_max_cores'],
    },
    {
      that: 'of an image is not compared with limits that cannot be read',
      specs: { 'hw:cpu_max_sockets': '1' },
      properties: { hw_cpu_max_cores: 'x', hw_cpu_sockets: '2' },
      problems: ['invalid-image-metadata hw_cpu_max_cores'],
    },
    {
      that: 'of an image may reach the limits',
      specs: { 'hw:cpu_max_sockets': '2', 'hw:cpu_max_threads': '2' },
      properties: { hw_cpu_max_sockets: '2', hw_cpu_sockets: '2', hw_cpu_threads: '2' },
      problems: [],
    },
    {
      that: 'of an image has no higher limit of sockets than that of the flavor',
      specs: { 'hw:cpu_max_sockets': '1' },
      properties: { hw_cpu_max_sockets: '2' },
      problems: ['image-vcpu-limits-range-exceeded hw_cpu_max_sockets'],
    },
    {
      that: 'of an image keeps to its own limit',
      specs: { 'hw:cpu_max_sockets': '4' },
      properties: { hw_cpu_sockets: '3', hw_cpu_max_sockets: '2' },
      problems: ['image-vcpu-topology-range-exceeded hw_cpu_sockets'],
      text: 'Image vCPU topology (sockets=3, cores=0, threads=0) exceeds the limits of the flavor or image (sockets=2, cores=65536, threads=65536)',
    },
    {
      that: 'of an image keeps to the limit of the flavor',
      specs: { 'hw:cpu_max_threads': '1' },
      properties: { hw_cpu_threads: '2' },
      problems: ['image-vcpu-topology-range-exceeded hw_cpu_threads'],
    },
    {
      that: 'of a flavor is given up where it does not fit',
      specs: { 'hw:cpu_sockets': '8', 'hw:cpu_max_sockets': '4' },
      problems: [],
    },
    {
      that: 'of a flavor is made of numbers, which are all looked at',
      specs: { 'hw:cpu_max_cores': 'x', 'hw:cpu_threads': 'y' },
      properties: { hw_cpu_max_cores: '9' },
      problems: ['invalid-flavor-extra-spec hw:cpu_max_cores', 'invalid-flavor-extra-spec hw:cpu_threads'],
      text: "Invalid flavor extra spec. Error: invalid literal for int() with base 10: 'x'",
    },
  ]);
});

describe('the PCI aliases of a flavor', () => {
  const aliases = { pciAliases: new Set(['gpu', 'nic']) };
  check([
    {
      that: 'are those that are configured',
      specs: { 'pci_passthrough:alias': 'gpu:1,fpga:1' },
      circumstances: aliases,
      problems: ['pci-request-alias-not-defined pci_passthrough:alias'],
      text: 'PCI alias fpga is not defined',
    },
    {
      that: 'have blanks where one likes',
      specs: { 'pci_passthrough:alias': ' gpu : 1 , nic:2' },
      circumstances: aliases,
      problems: [],
    },
    {
      that: 'may be any where it is not known which there are',
      specs: { 'pci_passthrough:alias': 'fpga:1' },
      problems: [],
    },
    {
      that: 'have a count',
      specs: { 'pci_passthrough:alias': 'fpga,gpu:many' },
      problems: ['pci-invalid-alias pci_passthrough:alias', 'pci-invalid-alias pci_passthrough:alias'],
      text: "Invalid PCI alias definition: 'fpga' is not of the form alias:count",
    },
  ]);
});

describe('what is noticed too late', () => {
  check([
    {
      that: 'is another version of the TPM',
      specs: { 'hw:tpm_version': '1.2' },
      properties: { hw_tpm_version: '2.0' },
      problems: ['tpm-version-conflict hw_tpm_version'],
      text: 'Flavor small has hw:tpm_version extra spec explicitly set to 1.2, conflicting with image debian which has hw_tpm_version explicitly set to 2.0. The request would be accepted, and the server would end in ERROR.',
    },
    {
      that: 'is another model of the TPM, or one that does not exist',
      specs: { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-cbr' },
      problems: ['invalid-tpm-model hw:tpm_model'],
      suggestion: 'tpm-crb',
    },
    {
      that: 'is a model of the TPM that needs a newer version',
      specs: { 'hw:tpm_version': '1.2' },
      properties: { hw_tpm_model: 'tpm-crb' },
      problems: ['tpm-model-needs-version hw_tpm_model'],
    },
    {
      that: 'is not a model of the TPM that every version has',
      specs: { 'hw:tpm_version': '1.2', 'hw:tpm_model': 'tpm-tis' },
      problems: [],
    },
    {
      that: 'is not a model of the TPM that its version has',
      specs: { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-crb' },
      problems: [],
    },
    {
      that: 'is not the model of the TPM where nobody knows the version',
      specs: { 'hw:tpm_version': '3', 'hw:tpm_model': 'tpm-crb' },
      problems: ['invalid-tpm-version hw:tpm_version'],
    },
    {
      that: 'is not what one side says alone, nor what is not understood',
      specs: { 'hw:redirected_usb_ports': '4', 'hw_video:ram_max_mb': '16' },
      properties: { hw_video_ram: 'x' },
      problems: ['invalid-image-metadata hw_video_ram'],
    },
    {
      that: 'is no model without a version',
      specs: { 'hw:tpm_model': 'tpm-crb' },
      properties: { hw_tpm_model: 'tpm-tis' },
      problems: [],
    },
    {
      that: 'is a version of the TPM that does not exist',
      specs: { 'hw:tpm_version': '3' },
      problems: ['invalid-tpm-version hw:tpm_version'],
      text: "Invalid TPM version '3'. Allowed values: 1.2, 2.0. The request would be accepted, and the server would end in ERROR.",
    },
    {
      that: 'is another way to boot, to address, or to redirect',
      specs: {
        'os:secure_boot': 'required',
        'hw:maxphysaddr_mode': 'emulate',
        'hw:usb_model': 'qemu-xhci',
        'hw:redirected_usb_ports': '4',
      },
      properties: {
        os_secure_boot: 'disabled',
        hw_maxphysaddr_mode: 'passthrough',
        hw_usb_model: 'nec-xhci',
        hw_redirected_usb_ports: '5',
      },
      problems: [
        'secure-boot-conflict os_secure_boot',
        'maxphysaddr-mode-conflict hw_maxphysaddr_mode',
        'usb-model-conflict hw_usb_model',
        'redirected-usb-ports-conflict hw_redirected_usb_ports',
      ],
    },
    {
      that: 'is a way to boot that does not exist',
      specs: { 'os:secure_boot': 'Required' },
      problems: ['invalid-secure-boot-policy os:secure_boot'],
      suggestion: 'required',
    },
    {
      that: 'is more video memory than the flavor has',
      specs: { 'hw_video:ram_max_mb': '16' },
      properties: { hw_video_ram: '32' },
      problems: ['video-ram-too-high hw_video_ram'],
    },
    {
      that: 'is not what both agree about',
      specs: { 'hw:tpm_version': '2.0', 'hw:redirected_usb_ports': '4', 'hw_video:ram_max_mb': '16' },
      properties: { hw_tpm_version: '2.0', hw_redirected_usb_ports: '4', hw_video_ram: '16' },
      problems: [],
    },
  ]);

  test('is a warning, all else is an error', () => {
    const found = problemsOf({
      specs: { 'hw:tpm_version': '3', 'hw:pmu': 'yes' },
      properties: { hw_pmu: 'no' },
    });
    assert.deepEqual(
      found.map(({ severity }) => severity),
      ['error', 'warning'],
    );
  });
});

test('a problem has the value that it is about', () => {
  const [problem] = problemsOf({ specs: { 'hw:numa_nodes': '3' } });
  assert.deepEqual(problem, {
    rule: 'image-numa-topology-asymmetric',
    key: 'hw:numa_nodes',
    value: '3',
    severity: 'error',
    text: 'Instance CPUs and/or memory cannot be evenly distributed across instance NUMA nodes. Explicit assignment of CPUs and memory to nodes is required',
    suggestion: null,
  });
});

test('the value is that of the flavor, of the image, or none where there is none', () => {
  const values = (example: Parameters<typeof problemsOf>[0]): (string | null)[] =>
    problemsOf(example).map(({ value }) => value);
  assert.deepEqual(values({ specs: { 'hw:locked_memory': 'y' } }), ['y']);
  assert.deepEqual(values({ properties: { hw_locked_memory: 'y' } }), ['True']);
  assert.deepEqual(values({ properties: { hw_cpu_thread_policy: 'isolate' } }), ['isolate']);
  const snp = { hw_mem_encryption: '1', hw_firmware_type: 'uefi', hw_mem_encryption_model: 'amd-sev-snp' };
  assert.deepEqual(values({ properties: snp }), [null]);
  assert.deepEqual(values({ properties: { ...snp, hw_firmware_stateless: 'no' } }), ['False']);
  const nodes = { hw_numa_nodes: '1', 'hw_numa_cpus.0': '0-4', 'hw_numa_mem.0': 1024 };
  assert.deepEqual(values({ properties: nodes }), ['0-4']);
});

test('what depends on an earlier problem is left out', () => {
  const found = problemsOf({
    specs: { 'hw:cpu_policy': 'dedicate', 'hw:cpu_thread_policy': 'isolate', 'hw:numa_nodes': '2' },
    properties: { hw_pmu: 'true', hw_serial_port_count: 'x' },
  });
  assert.deepEqual(
    found.map(({ rule }) => rule),
    ['invalid-image-metadata', 'invalid-cpu-allocation-policy'],
  );
});
