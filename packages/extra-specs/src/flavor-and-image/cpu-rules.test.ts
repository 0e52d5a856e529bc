import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkFlavorAndImage } from './check-flavor-and-image.ts';

interface Example {
  readonly that: string;
  readonly specs?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly vcpus?: number;
  readonly ram?: number;
  /** `rule key`, of every problem. */
  readonly problems: readonly string[];
  /** Of the first one. */
  readonly text?: string;
}

function check(examples: readonly Example[]): void {
  for (const { that, specs = {}, properties = {}, vcpus = 4, ram = 1024, problems, text } of examples) {
    test(that, () => {
      const flavor = { ram, vcpus, disk: 10, extraSpecs: specs };
      const found = checkFlavorAndImage(flavor, { properties }, { operation: 'create' });
      assert.deepEqual(
        found.map(({ rule, key }) => `${rule} ${key}`),
        problems,
      );
      if (text !== undefined) assert.equal(found[0]?.text, text);
    });
  }
}

describe('the CPU policy', () => {
  const forbidden = ['image-cpu-pinning-forbidden hw_cpu_policy'];
  check([
    {
      that: 'of the image may not be dedicated where the flavor shares',
      specs: { 'hw:cpu_policy': 'shared' },
      properties: { hw_cpu_policy: 'dedicated' },
      problems: forbidden,
      text: "Image property 'hw_cpu_policy' is not permitted to override CPU pinning policy set against the flavor",
    },
    {
      that: 'of the image may not be mixed where the flavor shares',
      specs: { 'hw:cpu_policy': 'shared' },
      properties: { hw_cpu_policy: 'mixed' },
      problems: forbidden,
    },
    {
      that: 'of the image may not be dedicated where the flavor mixes',
      specs: { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '0' },
      properties: { hw_cpu_policy: 'dedicated' },
      problems: forbidden,
    },
    {
      that: 'of the image does not matter where the flavor is dedicated',
      specs: { 'hw:cpu_policy': 'dedicated' },
      properties: { hw_cpu_policy: 'shared' },
      problems: [],
    },
    {
      that: 'of the image counts where the flavor has none',
      specs: { 'hw:cpu_thread_policy': 'isolate' },
      properties: { hw_cpu_policy: 'dedicated' },
      problems: [],
    },
    {
      that: 'is one that exists',
      specs: { 'hw:cpu_policy': 'deddicated' },
      problems: ['invalid-cpu-allocation-policy hw:cpu_policy'],
      text: "CPU policy requested from 'flavor extra specs' is invalid, given: 'deddicated', available: '('dedicated', 'shared', 'mixed')'.",
    },
  ]);
});

describe('a policy that is not understood', () => {
  check([
    {
      that: 'does not forbid what another one might allow',
      specs: { 'hw:cpu_policy': 'shared', 'hw:cpu_thread_policy': 'isolate' },
      properties: { hw_cpu_policy: 'Dedicated' },
      problems: ['invalid-image-metadata hw_cpu_policy'],
    },
    {
      that: 'is not one that is forbidden',
      specs: { 'hw:cpu_thread_policy': 'isolate' },
      properties: { hw_cpu_thread_policy: 'x' },
      problems: ['invalid-image-metadata hw_cpu_thread_policy'],
    },
    {
      that: 'is what two ways to ask for CPUs come to',
      specs: { 'hw:cpu_policy': 'shared', 'resources:VCPU': '4', 'hw:cpu_thread_policy': 'isolate' },
      problems: ['invalid-request resources:VCPU'],
    },
  ]);
});

describe('the thread policy', () => {
  const dedicated = { 'hw:cpu_policy': 'dedicated' };
  check([
    {
      that: 'of the image may not be another one',
      specs: { ...dedicated, 'hw:cpu_thread_policy': 'isolate' },
      properties: { hw_cpu_thread_policy: 'require' },
      problems: ['image-cpu-thread-policy-forbidden hw_cpu_thread_policy'],
      text: "Image property 'hw_cpu_thread_policy' is not permitted to override CPU thread pinning policy set against the flavor",
    },
    {
      that: 'of the image does not matter where the flavor prefers',
      specs: { ...dedicated, 'hw:cpu_thread_policy': 'prefer' },
      properties: { hw_cpu_thread_policy: 'require' },
      problems: [],
    },
    {
      that: 'is one that exists',
      specs: { ...dedicated, 'hw:cpu_thread_policy': 'Require' },
      problems: ['invalid-cpu-thread-allocation-policy hw:cpu_thread_policy'],
    },
    {
      that: 'may be empty while nobody needs it',
      specs: { 'hw:cpu_thread_policy': '' },
      problems: [],
    },
    {
      that: 'may not be empty where there is a topology',
      specs: { ...dedicated, 'hw:cpu_thread_policy': '' },
      problems: ['invalid-cpu-thread-allocation-policy hw:cpu_thread_policy'],
    },
    {
      that: 'needs dedicated CPUs',
      specs: { 'hw:cpu_thread_policy': 'prefer' },
      problems: ['cpu-thread-policy-configuration-invalid hw:cpu_thread_policy'],
      text: 'Cannot set cpu thread pinning policy in a non dedicated cpu pinning policy',
    },
    {
      that: 'needs dedicated CPUs in the image as well',
      properties: { hw_cpu_thread_policy: 'isolate' },
      problems: ['cpu-thread-policy-configuration-invalid hw_cpu_thread_policy'],
    },
    {
      that: 'goes not together with the trait',
      specs: { ...dedicated, 'hw:cpu_thread_policy': 'prefer', 'trait:HW_CPU_HYPERTHREADING': 'required' },
      problems: ['invalid-request trait:HW_CPU_HYPERTHREADING'],
      text: "It is not possible to use the 'trait:HW_CPU_HYPERTHREADING' extra spec in combination with the 'hw:cpu_thread_policy' extra spec or 'hw_cpu_thread_policy' image metadata property; use one or the other",
    },
    {
      that: 'goes not together with the trait of the image either',
      specs: { ...dedicated, 'hw:cpu_thread_policy': 'prefer' },
      properties: { 'trait:HW_CPU_HYPERTHREADING': 'required' },
      problems: ['invalid-request trait:HW_CPU_HYPERTHREADING'],
    },
    {
      that: 'is what the trait means, and needs dedicated CPUs then',
      specs: { 'trait3:HW_CPU_HYPERTHREADING': 'forbidden' },
      problems: ['cpu-thread-policy-configuration-invalid trait:HW_CPU_HYPERTHREADING'],
    },
    {
      that: 'is not what the trait does not say',
      specs: { 'trait:HW_CPU_HYPERTHREADING': 'maybe' },
      problems: [],
    },
    {
      that: 'is not what another trait means that begins alike',
      specs: { 'trait:HW_CPU_HYPERTHREADING_X': 'forbidden' },
      problems: [],
    },
  ]);
});

describe('the emulator threads', () => {
  check([
    {
      that: 'are isolated or shared',
      specs: { 'hw:emulator_threads_policy': 'isolated' },
      problems: ['invalid-emulator-threads-policy hw:emulator_threads_policy'],
      text: "CPU emulator threads option requested is invalid, given: 'isolated', available: '('share', 'isolate')'.",
    },
    {
      that: 'are not isolated on shared CPUs',
      specs: { 'hw:emulator_threads_policy': 'isolate' },
      problems: ['bad-requirement-emulator-threads-policy hw:emulator_threads_policy'],
      text: 'An isolated CPU emulator threads option requires a dedicated CPU policy option.',
    },
    {
      that: 'may be isolated on dedicated CPUs',
      specs: { 'hw:emulator_threads_policy': 'isolate', 'hw:cpu_policy': 'dedicated' },
      problems: [],
    },
  ]);
});

describe('CPUs as resources', () => {
  check([
    { that: 'may be shared ones', specs: { 'resources:VCPU': '2' }, problems: [] },
    {
      that: 'are not asked for beside a policy',
      specs: { 'resources:VCPU': '4', 'hw:cpu_policy': 'shared' },
      problems: ['invalid-request resources:VCPU'],
      text: "It is not possible to use the 'resources:VCPU' or 'resources:PCPU' extra specs in combination with the 'hw:cpu_policy' extra spec or 'hw_cpu_policy' image metadata property; use one or the other",
    },
    {
      that: 'are not both kinds at once, in whatever group',
      specs: { 'resources:VCPU': '4', 'resources2:PCPU': '4' },
      problems: ['invalid-request resources2:PCPU'],
      text: "It is not possible to specify both 'resources:VCPU' and 'resources:PCPU' extra specs; use one or the other",
    },
    {
      that: 'are as many as the flavor has',
      specs: { 'resources1:PCPU': '2', 'resources2:PCPU': '1' },
      problems: ['invalid-request resources1:PCPU'],
      text: "There is a mismatch between the number of PCPUs requested via 'resourcesNN:PCPU' and the flavor); you must allocate exactly flavor.vcpus PCPUs",
    },
    {
      that: 'are counted over all groups',
      specs: { 'resources1:PCPU': '2', 'resources2:PCPU': '2' },
      problems: [],
    },
    {
      that: 'are one more where the emulator is isolated',
      specs: { 'resources:PCPU': '4', 'hw:emulator_threads_policy': 'isolate' },
      problems: ['invalid-request resources:PCPU'],
      text: "You have requested 'hw:emulator_threads_policy=isolate' but have not requested sufficient PCPUs to handle this policy; you must allocate exactly flavor.vcpus + 1 PCPUs.",
    },
    {
      that: 'are dedicated where they are PCPUs',
      specs: {
        'resources:PCPU': '5',
        'hw:emulator_threads_policy': 'isolate',
        'hw:cpu_thread_policy': 'isolate',
      },
      problems: [],
    },
    {
      that: 'are shared where they are VCPUs',
      specs: { 'resources:VCPU': '4', 'hw:cpu_thread_policy': 'isolate' },
      problems: ['cpu-thread-policy-configuration-invalid hw:cpu_thread_policy'],
    },
    {
      that: 'are not another class that begins alike',
      specs: { 'resources:PCPU_X': '1', 'hw:cpu_policy': 'shared' },
      problems: [],
    },
  ]);
});

describe('CPUs in real time', () => {
  const realtime = { 'hw:cpu_policy': 'dedicated', 'hw:cpu_realtime': 'yes' };
  const invalid = 'realtime-mask-not-found-or-invalid';
  const tooMany =
    'Use of realtime CPUs requires either one or more non-realtime CPU(s) or offloaded emulator threads.';
  check([
    { that: 'leave one that is not', specs: { ...realtime, 'hw:cpu_realtime_mask': '^0' }, problems: [] },
    {
      that: 'are not all of them',
      specs: realtime,
      problems: [`${invalid} hw:cpu_realtime_mask`],
      text: tooMany,
    },
    {
      that: 'may be all of them where the emulator has another one',
      specs: { ...realtime, 'hw:emulator_threads_policy': 'share' },
      problems: [],
    },
    {
      that: 'are not none',
      specs: { ...realtime, 'hw:cpu_realtime_mask': '^0-3' },
      problems: [`${invalid} hw:cpu_realtime_mask`],
      text: tooMany,
    },
    {
      that: 'are CPUs of the flavor',
      specs: { ...realtime, 'hw:cpu_realtime_mask': '2-4' },
      problems: [`${invalid} hw:cpu_realtime_mask`],
      text: 'Realtime policy vCPU(s) mask is configured with RT vCPUs that are not a subset of the vCPUs in the flavor. See hw:cpu_realtime_mask or hw_cpu_realtime_mask',
    },
    {
      that: 'are those of the image, if it says',
      specs: { ...realtime, 'hw:cpu_realtime_mask': '^0' },
      properties: { hw_cpu_realtime_mask: '0-3' },
      problems: [`${invalid} hw_cpu_realtime_mask`],
    },
    {
      that: 'are a CPU set',
      specs: { ...realtime, 'hw:cpu_realtime_mask': '3-1' },
      problems: ['invalid-cpu-set hw:cpu_realtime_mask'],
      text: "Invalid range expression '3-1'",
    },
    {
      that: 'are not looked at where there are none',
      specs: { 'hw:cpu_realtime_mask': '3-1' },
      problems: [],
    },
    {
      that: 'are dedicated',
      specs: { 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '^0' },
      problems: ['realtime-configuration-invalid hw:cpu_realtime'],
      text: 'Cannot set realtime policy in a non dedicated cpu pinning policy',
    },
  ]);
});

describe('a mixed policy', () => {
  const mixed = { 'hw:cpu_policy': 'mixed' };
  const neither = ['required-mixed-or-realtime-cpu-mask hw:cpu_dedicated_mask'];
  check([
    { that: 'has a mask', specs: { ...mixed, 'hw:cpu_dedicated_mask': '0-1' }, problems: [] },
    {
      that: 'has one of two masks',
      specs: { ...mixed, 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '0' },
      problems: [],
    },
    {
      that: 'is refused without a mask',
      specs: mixed,
      problems: neither,
      text: "Dedicated CPU set can be specified from either 'hw:cpu_dedicated_mask' or 'hw:cpu_realtime_mask' when using 'mixed' CPU policy. 'hw:cpu_dedicated_mask' and 'hw:cpu_realtime_mask' can not be specified at the same time, or be specified with none of them.",
    },
    {
      that: 'is refused with both masks',
      specs: {
        ...mixed,
        'hw:cpu_dedicated_mask': '0',
        'hw:cpu_realtime': 'yes',
        'hw:cpu_realtime_mask': '0',
      },
      problems: neither,
    },
    {
      that: 'has a dedicated CPU',
      specs: { ...mixed, 'hw:cpu_dedicated_mask': '^0-3' },
      problems: ['invalid-mixed-instance-dedicated-mask hw:cpu_dedicated_mask'],
      text: "Mixed instance must have at least 1 pinned vCPU and 1 unpinned vCPU. See 'hw:cpu_dedicated_mask'.",
    },
    {
      that: 'has a shared CPU',
      specs: { ...mixed, 'hw:cpu_dedicated_mask': '0-3' },
      problems: ['invalid-mixed-instance-dedicated-mask hw:cpu_dedicated_mask'],
    },
    {
      that: 'has no CPUs that the flavor does not have',
      specs: { ...mixed, 'hw:cpu_dedicated_mask': '0,9' },
      problems: ['invalid-mixed-instance-dedicated-mask hw:cpu_dedicated_mask'],
      text: 'Mixed instance dedicated vCPU(s) mask is not a subset of vCPUs in the flavor. See "hw:cpu_dedicated_mask"',
    },
    {
      that: 'is the only one with such a mask: not a dedicated one',
      specs: { 'hw:cpu_policy': 'dedicated', 'hw:cpu_dedicated_mask': '0' },
      problems: ['required-mixed-instance-policy hw:cpu_dedicated_mask'],
      text: "Cannot specify 'hw:cpu_dedicated_mask' without the 'mixed' policy.",
    },
    {
      that: 'is the only one with such a mask: not a shared one',
      specs: { 'hw:cpu_dedicated_mask': '0' },
      problems: ['required-mixed-instance-policy hw:cpu_dedicated_mask'],
    },
  ]);
});

describe('NUMA nodes', () => {
  const explicit = {
    'hw:numa_nodes': '2',
    'hw:numa_cpus.0': '0-2',
    'hw:numa_cpus.1': '3',
    'hw:numa_mem.0': '768',
    'hw:numa_mem.1': '256',
  };
  check([
    { that: 'may be alike', specs: { 'hw:numa_nodes': '2' }, problems: [] },
    { that: 'may be assigned', specs: explicit, problems: [] },
    {
      that: 'are up to one side',
      specs: { 'hw:numa_nodes': '2' },
      properties: { hw_numa_nodes: '2' },
      problems: ['image-numa-topology-forbidden hw_numa_nodes'],
      text: "Image property 'hw_numa_nodes' is not permitted to override NUMA configuration set against the flavor",
    },
    {
      that: 'are at least one',
      properties: { hw_numa_nodes: '0' },
      problems: ['invalid-numa-nodes-number hw_numa_nodes'],
      text: "The property 'numa_nodes' cannot be '0'. It must be a number greater than 0",
    },
    {
      that: 'are written as usual',
      specs: { 'hw:numa_nodes': ' 2' },
      problems: ['invalid-numa-nodes-number hw:numa_nodes'],
    },
    {
      that: 'are not alike where the CPUs cannot be divided',
      specs: { 'hw:numa_nodes': '4' },
      vcpus: 6,
      problems: ['image-numa-topology-asymmetric hw:numa_nodes'],
    },
    {
      that: 'are not alike where the memory cannot be divided',
      properties: { hw_numa_nodes: '2' },
      ram: 1023,
      problems: ['image-numa-topology-asymmetric hw_numa_nodes'],
    },
    {
      that: 'get their CPUs from one side',
      specs: explicit,
      properties: { 'hw_numa_cpus.0': '0' },
      problems: ['image-numa-topology-forbidden hw_numa_cpus'],
    },
    {
      that: 'get their memory from one side',
      specs: explicit,
      properties: { 'hw_numa_mem.0': '1' },
      problems: ['image-numa-topology-forbidden hw_numa_mem'],
    },
    {
      that: 'get memory where they get CPUs',
      specs: { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-3' },
      problems: ['image-numa-topology-incomplete hw:numa_mem.0'],
      text: 'CPU and memory allocation must be provided for all NUMA nodes',
    },
    {
      that: 'get CPUs where they get memory',
      specs: { 'hw:numa_nodes': '1', 'hw:numa_mem.0': '1024' },
      problems: ['image-numa-topology-incomplete hw:numa_cpus.0'],
    },
    {
      that: 'get CPUs where they get memory, in the image as well',
      properties: { hw_numa_nodes: '1', 'hw_numa_mem.0': '1024' },
      problems: ['image-numa-topology-incomplete hw_numa_cpus.0'],
    },
    {
      that: 'are assigned all',
      specs: { ...explicit, 'hw:numa_nodes': '3' },
      problems: ['image-numa-topology-incomplete hw:numa_nodes'],
    },
    {
      that: 'get CPUs of the flavor',
      specs: { ...explicit, 'hw:numa_cpus.1': '3-4' },
      problems: ['image-numa-topology-cpu-out-of-range hw:numa_cpus.1'],
      text: 'CPU number 4 is larger than max 3',
    },
    {
      that: 'get every CPU once',
      specs: { ...explicit, 'hw:numa_cpus.1': '2-3' },
      problems: ['image-numa-topology-cpu-duplicates hw:numa_cpus.1'],
      text: 'CPU number 2 is assigned to two nodes',
    },
    {
      that: 'get every CPU',
      specs: { ...explicit, 'hw:numa_cpus.0': '0' },
      problems: ['image-numa-topology-cpus-unassigned hw:numa_cpus.1'],
      text: 'CPU number {1, 2} is not assigned to any node',
    },
    {
      that: 'get all memory',
      specs: { ...explicit, 'hw:numa_mem.0': '512' },
      problems: ['image-numa-topology-memory-out-of-range hw:numa_mem.1'],
      text: '768 MB of memory assigned, but expected 1024 MB',
    },
    {
      that: 'are told both that CPUs and that memory are wrong',
      specs: { ...explicit, 'hw:numa_cpus.0': '0', 'hw:numa_mem.0': '512' },
      problems: [
        'image-numa-topology-cpus-unassigned hw:numa_cpus.1',
        'image-numa-topology-memory-out-of-range hw:numa_mem.1',
      ],
    },
    {
      that: 'get an amount of memory that is a number',
      specs: { ...explicit, 'hw:numa_mem.0': 'half' },
      problems: ['invalid-flavor-extra-spec hw:numa_mem.0'],
      text: "Invalid flavor extra spec. Error: invalid literal for int() with base 10: 'half'",
    },
    {
      that: 'get CPUs that are a CPU set',
      specs: { ...explicit, 'hw:numa_cpus.0': '0-' },
      problems: ['invalid-cpu-set hw:numa_cpus.0'],
    },
    {
      that: 'of the image get CPUs that are a CPU set',
      properties: { hw_numa_nodes: 1, 'hw_numa_cpus.0': '^x', 'hw_numa_mem.0': '1024' },
      problems: ['invalid-cpu-set hw_numa_cpus.0'],
      text: "Invalid exclusion expression '^x'",
    },
    {
      that: 'are not looked at where nothing needs them',
      specs: { 'hw:numa_cpus.0': '9', 'hw:numa_mem.0': 'x' },
      problems: [],
    },
    {
      that: 'are one where CPUs are dedicated',
      specs: { 'hw:cpu_policy': 'dedicated', 'hw:numa_cpus.0': '9' },
      problems: ['image-numa-topology-incomplete hw:numa_mem.0'],
    },
    {
      that: 'are one where there is persistent memory',
      specs: { 'hw:pmem': ' , small', 'hw:numa_cpus.0': '9' },
      problems: ['image-numa-topology-incomplete hw:numa_mem.0'],
    },
    {
      that: 'are one where pages have a size',
      specs: { 'hw:mem_page_size': '2048', 'hw:numa_cpus.0': '9' },
      problems: ['image-numa-topology-incomplete hw:numa_mem.0'],
    },
    {
      that: 'are looked at although the CPU policy is wrong',
      specs: { ...explicit, 'hw:cpu_policy': 'x', 'hw:numa_mem.0': '512' },
      problems: [
        'invalid-cpu-allocation-policy hw:cpu_policy',
        'image-numa-topology-memory-out-of-range hw:numa_mem.1',
      ],
    },
  ]);
});

describe('the page size', () => {
  check([
    {
      that: 'is not chosen by the image alone',
      properties: { hw_mem_page_size: '2048' },
      problems: ['memory-page-size-forbidden hw_mem_page_size'],
      text: "Page size 2048 forbidden against '<empty>'",
    },
    {
      that: 'is not chosen by the image where the flavor has chosen',
      specs: { 'hw:mem_page_size': 'small' },
      properties: { hw_mem_page_size: '4' },
      problems: ['memory-page-size-forbidden hw_mem_page_size'],
      text: "Page size 4 forbidden against 'small'",
    },
    {
      that: 'is chosen by the image where the flavor leaves it open',
      specs: { 'hw:mem_page_size': 'large' },
      properties: { hw_mem_page_size: '2MB' },
      problems: [],
    },
    {
      that: 'is in bits with a small b: -16 Kb are -2 KB, which is the same number as `large`',
      specs: { 'hw:mem_page_size': '-16Kb' },
      properties: { hw_mem_page_size: 'small' },
      problems: [],
    },
    {
      that: 'is in bytes without a prefix: -2048 B are -2 KB as well',
      specs: { 'hw:mem_page_size': '-2048B' },
      properties: { hw_mem_page_size: '2MiB' },
      problems: [],
    },
    {
      that: 'of the image is not looked at where that of the flavor is wrong',
      specs: { 'hw:mem_page_size': 'lage' },
      properties: { hw_mem_page_size: '4' },
      problems: ['memory-page-size-invalid hw:mem_page_size'],
    },
    {
      that: 'has to be one, in the flavor',
      specs: { 'hw:mem_page_size': 'lage' },
      problems: ['memory-page-size-invalid hw:mem_page_size'],
      text: "Invalid memory page size 'lage'",
    },
    {
      that: 'has to be one, in the image',
      specs: { 'hw:mem_page_size': 'any' },
      properties: { hw_mem_page_size: '2mb' },
      problems: ['memory-page-size-invalid hw_mem_page_size'],
    },
    {
      that: 'is needed to lock memory',
      properties: { hw_locked_memory: 'true' },
      problems: ['lock-memory-forbidden hw_locked_memory'],
      text: 'locked_memory value in image or flavor is forbidden when mem_page_size is not set.',
    },
    {
      that: 'is enough to lock memory',
      specs: { 'hw:mem_page_size': 'small', 'hw:locked_memory': '1' },
      problems: [],
    },
  ]);
});
