import type { Problem } from '../../problem.ts';
import type { Speciality } from './example-case.ts';
import type { NovaRefusal, ServerCase } from './real-nova-images.ts';

/** Why ours is meant to differ from the Nova that it is compared with. The id is a heading in docs/differences.md. */
export interface Explanation {
  readonly id: string;
  readonly describe: string;
  readonly reason: string;
  /** Where it makes a difference. */
  readonly example: Speciality;
}

/** Problems that ours has and the compared Nova cannot have. All the others still have to agree, in their order. */
export interface AddedProblems extends Explanation {
  readonly isAdded: (problem: Problem, of: ServerCase) => boolean;
}

export const addedProblems: readonly AddedProblems[] = [
  {
    id: 'image-properties-of-newer-releases',
    describe:
      'Nova 26.2 takes no notice of image properties that came later, nor of the extra specs that go with them: hw_virtio_packed_ring (29.0.0, 2024.1), hw_firmware_stateless (30.0.0, 2024.2, at the latest), hw_mem_encryption_model, hw_sound_model, hw_usb_model and hw_redirected_usb_ports (32.0.0, 2025.2), hw_maxphysaddr_mode, hw_maxphysaddr_bits and hw_ephemeral_encryption_secret_uuid (after 26.2.2).',
    reason: 'Ours is a newer Nova.',
    example: { extraSpecs: { 'hw:virtio_packed_ring': 'yes' }, properties: { hw_virtio_packed_ring: 'no' } },
    isAdded: ({ key, rule }) =>
      newerKeys.has(key) ||
      rule === 'stateless-firmware-required' ||
      rule === 'invalid-memory-encryption-model',
  },
  {
    id: 'memory-of-volume-backed-resize',
    describe:
      "On a resize of a server with a volume Nova 26.2 does not compare the flavor's memory with the image's min_ram. Ours does, as the last thing.",
    reason: 'A mistake that newer releases of Nova do not make (after 26.2.2).',
    example: { operation: 'resize', isVolumeBacked: true, minRam: 2048 },
    isAdded: ({ rule }, { operation, isVolumeBacked }) =>
      rule === 'flavor-memory-too-small' && operation === 'resize' && isVolumeBacked,
  },
];

const newerKeys: ReadonlySet<string> = new Set([
  'hw_virtio_packed_ring',
  'hw_maxphysaddr_mode',
  'hw_maxphysaddr_bits',
  'hw_firmware_stateless',
  'hw_ephemeral_encryption_secret_uuid',
  'hw_sound_model',
  'hw_usb_model',
  'hw_redirected_usb_ports',
  'hw_mem_encryption_model',
]);

/** Another first error, or none, where the compared Nova refuses. */
export interface OtherRefusal extends Explanation {
  readonly explains: (nova: NovaRefusal, ours: readonly Problem[], of: ServerCase) => boolean;
}

export const otherRefusals: readonly OtherRefusal[] = [
  {
    id: 'values-of-newer-releases',
    describe:
      'Nova 26.2 refuses hw_vif_model=igb, which newer releases know (31.0.0, 2025.1, at the latest).',
    reason: 'Ours is a newer Nova.',
    example: { properties: { hw_vif_model: 'igb' } },
    explains: ({ text }) => /^(Invalid image metadata\. Error: )?Field value igb is invalid$/.test(text),
  },
  {
    id: 'first-unreadable-property',
    describe: 'Of several image properties that cannot be read, Nova names another one first than ours.',
    reason: 'It reads them in the order in which they are defined in its code. Ours reports all of them.',
    example: { properties: { hw_cpu_max_cores: 'few', hw_cpu_sockets: 'many' } },
    explains: ({ text }, ours) => {
      const at = ours.findIndex((problem) => problem.text === text);
      return at > 0 && ours.slice(0, at + 1).every(isAboutReading);
    },
  },
  {
    id: 'first-misplaced-cpu',
    describe:
      'Of several CPUs of a NUMA node that are out of range or assigned twice, Nova names another one first than ours.',
    reason: "It goes through them in the order of its language's sets. Ours begins with the smallest.",
    example: { extraSpecs: { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '20,4', 'hw:numa_mem.0': '1024' } },
    explains: ({ exception }, [first]) =>
      /^ImageNUMATopologyCPU(OutOfRange|Duplicates)$/.test(exception) &&
      (first?.rule === 'image-numa-topology-cpu-out-of-range' ||
        first?.rule === 'image-numa-topology-cpu-duplicates'),
  },
  {
    id: 'values-that-are-no-text',
    describe:
      'An image property that is not a text where a text is expected, or cannot be a number, makes Nova fail with status 500. Ours refuses it like other values that cannot be read.',
    reason: 'The request is to blame, and not the service.',
    example: { properties: { hw_vif_model: 5 } },
    explains: ({ status, exception, text }, [first]) =>
      status === 500 &&
      ((exception === 'TypeError' && text.startsWith('int() argument must be')) ||
        (exception === 'AttributeError' && /has no attribute '(lower|split)'$/.test(text))) &&
      first !== undefined &&
      isAboutReading(first),
  },
  {
    id: 'lists-that-are-no-json',
    describe:
      'A block_device_mapping or mappings of an image that is no JSON makes Nova fail with status 500 when it gets the image, before all checks. Ours refuses it when the properties are read.',
    reason: 'The image is to blame, and not the service.',
    example: { properties: { mappings: 'none' } },
    explains: ({ exception }, ours) =>
      (exception === 'JSONDecodeError' || exception === 'InvalidBDMImage') && ours.some(isAboutReading),
  },
  {
    id: 'empty-thread-policy',
    describe:
      'A flavor with an empty hw:cpu_thread_policy makes Nova fail with status 500 where the server has a NUMA topology, and means nothing otherwise. Ours refuses it where Nova fails.',
    reason: 'The flavor is to blame, and not the service.',
    example: { extraSpecs: { 'hw:cpu_thread_policy': '', 'hw:cpu_policy': 'dedicated' } },
    explains: ({ status, text }, [first], { flavor }) =>
      status === 500 &&
      text === 'Field value  is invalid' &&
      flavor.extraSpecs['hw:cpu_thread_policy'] === '' &&
      first?.rule === 'invalid-cpu-thread-allocation-policy',
  },
  {
    id: 'malformed-pci-alias',
    describe:
      'A pci_passthrough:alias that is not of the form alias:count makes Nova fail with status 500. Ours refuses it as an invalid alias.',
    reason: 'The flavor is to blame, and not the service.',
    example: { extraSpecs: { 'pci_passthrough:alias': 'gpu' } },
    explains: ({ status, exception }, [first]) =>
      status === 500 && exception === 'ValueError' && first?.rule === 'pci-invalid-alias',
  },
  {
    id: 'numbers-that-are-none',
    describe:
      "A hw:numa_mem.N of the flavor that is no number, an unreadable property of a rebuilt server's old image, or a page size of digits that are no decimal ones (`²`) makes Nova fail with status 500. Ours refuses them with the same reason.",
    reason: 'The request is to blame, and not the service.',
    example: { extraSpecs: { 'hw:numa_nodes': '1', 'hw:numa_mem.0': 'all' } },
    explains: ({ status, exception, text }, ours) =>
      status === 500 &&
      exception === 'ValueError' &&
      (ours[0]?.rule === 'memory-page-size-invalid'
        ? text.startsWith('invalid literal for int()')
        : ours.some((problem) => problem.text.endsWith(`Error: ${text}`)) &&
          (ours[0]?.rule === 'invalid-image-metadata' || ours[0]?.rule === 'invalid-flavor-extra-spec')),
  },
  {
    id: 'conflict-on-resize',
    describe:
      'A conflict of flavor and image that is found on a resize, and any image that wants its memory encrypted, makes Nova fail with status 500. Ours refuses the conflict as on a creation, and accepts what is none.',
    reason:
      'Nova writes the name or the id of the image into its text, which are not among what is kept with the server.',
    example: { operation: 'resize', extraSpecs: { 'hw:pmu': 'yes' }, properties: { hw_pmu: 'no' } },
    explains: ({ exception, text }, [first], { operation, image }) =>
      operation === 'resize' &&
      exception === 'NotImplementedError' &&
      ((text === "Cannot load 'id' in the base class" &&
        Object.hasOwn(image.properties, 'hw_mem_encryption')) ||
        (text === "Cannot load 'name' in the base class" &&
          (first?.rule === 'flavor-image-conflict' || first?.rule === 'invalid-machine-type'))),
  },
  {
    id: 'image-none-is-not-active',
    describe:
      'Nova calls an image that is to become a volume `None` when it is not active. Ours says which it is.',
    reason: 'A slip: the id is at hand.',
    example: { isVolumeBacked: true, status: 'queued' },
    explains: ({ text }, [first], { isVolumeBacked }) =>
      isVolumeBacked && text === 'Image None is not active.' && first?.rule === 'image-not-active',
  },
];

function isAboutReading({ rule, key }: Problem): boolean {
  return (
    rule === 'invalid-image-metadata' ||
    rule === 'invalid-architecture-name' ||
    (rule === 'invalid-cpu-set' && key.startsWith('hw_numa_cpus'))
  );
}

/** The same refusal with another status. */
export interface OtherStatus extends Explanation {
  readonly nova: 403 | 500;
  readonly rules: ReadonlySet<string>;
}

export const otherStatuses: readonly OtherStatus[] = [
  {
    id: 'refusals-that-were-not-expected',
    describe:
      'A text that is no CPU set, an unknown PCI affinity policy or format of encryption in the flavor, and on a rebuild an unknown img_config_drive: Nova finds out, but its API does not expect it there and answers with status 500. Ours answers with status 400 and the reason.',
    reason: 'The request is to blame, and not the service.',
    example: { extraSpecs: { 'hw:cpu_dedicated_mask': 'first' } },
    nova: 500,
    rules: new Set([
      'invalid-cpu-set',
      'invalid-ephemeral-encryption-format',
      'invalid-image-config-drive',
      'invalid-pci-numa-affinity',
    ]),
  },
  {
    id: 'locked-memory-conflict',
    describe:
      'Flavor and image that disagree about locked memory are status 500 in Nova 26.2. Ours says 400.',
    reason: 'A mistake that newer releases of Nova do not make (after 26.2.2).',
    example: { extraSpecs: { 'hw:locked_memory': 'yes' }, properties: { hw_locked_memory: 'no' } },
    nova: 500,
    rules: new Set(['flavor-image-locked-memory-conflict']),
  },
  {
    id: 'locked-memory-without-page-size',
    describe: 'Locked memory without a page size is status 403 in Nova 26.2. Ours says 400.',
    reason: 'Newer releases of Nova say 400 (after 26.2.2).',
    example: { extraSpecs: { 'hw:locked_memory': 'yes' } },
    nova: 403,
    rules: new Set(['lock-memory-forbidden']),
  },
];

export const allExplanations: readonly Explanation[] = [...addedProblems, ...otherRefusals, ...otherStatuses];
