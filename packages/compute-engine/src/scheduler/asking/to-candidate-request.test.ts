import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { id } from '@berth/engine/testing/names.ts';
import { type AskedServer, GivenCloud, requestOf } from '../../testing/given-cloud.ts';
import { defaultSchedulerSettings } from '../settings.ts';
import { ask } from './ask.ts';

const cloud = new GivenCloud('cn1 VCPU:8').withNode('cn1', { host: 'host1' });

/** What is asked, group by group: `VCPU:1 X !Y`; or why nothing is. */
function asked(server: AskedServer, settings = {}): readonly Record<string, string>[] | string {
  const answer = ask(cloud, requestOf(server), { ...defaultSchedulerSettings, ...settings });
  if ('reason' in answer) return answer.reason;
  return answer.requests.map(({ groups }) =>
    Object.fromEntries(
      groups.map(({ suffix, resources, conditions }) => [
        suffix,
        [
          ...Array.from(resources, ([name, amount]) => `${name}:${amount}`),
          ...conditions.requiredTraits.flat(),
          ...conditions.forbiddenTraits.map((trait) => `!${trait}`),
        ].join(' '),
      ]),
    ),
  );
}

function withSpecs(
  extraSpecs: Readonly<Record<string, string>>,
  image?: Record<string, string>,
): AskedServer {
  return { flavor: { vcpus: 4, memoryMb: 512, rootGb: 1, extraSpecs }, ...(image && { image }) };
}

const usual = 'VCPU:4 MEMORY_MB:512 DISK_GB:1';

describe('the size of a flavor', () => {
  test('is CPUs, memory and all disks, swap in whole GB', () => {
    const flavor = { vcpus: 2, memoryMb: 1024, rootGb: 5, ephemeralGb: 3, swapMb: 1025 };
    assert.deepEqual(asked({ flavor }), [{ '': 'VCPU:2 MEMORY_MB:1024 DISK_GB:10' }]);
  });

  test('has no root disk where a volume is one, and no disk where there is none', () => {
    const request = { isVolumeBacked: true };
    assert.deepEqual(asked({ ...withSpecs({}), request }), [{ '': 'VCPU:4 MEMORY_MB:512' }]);
  });

  test('gives way to what extra specs say about a class, be it in a group or nothing', () => {
    assert.deepEqual(asked(withSpecs({ 'resources:VCPU': '0', 'resources:MEMORY_MB': '7' })), [
      { '': 'MEMORY_MB:7 DISK_GB:1' },
    ]);
    assert.deepEqual(asked(withSpecs({ 'resources1:DISK_GB': '3' })), [
      { '1': 'DISK_GB:3', '': 'VCPU:4 MEMORY_MB:512' },
    ]);
  });
});

describe('extra specs', () => {
  test('ask for resources and traits in groups', () => {
    const specs = {
      'resources_A-b:SRIOV_NET_VF': '2',
      'trait_A-b:CUSTOM_X': 'required',
      'trait:CUSTOM_Y': 'forbidden',
    };
    assert.deepEqual(asked(withSpecs(specs)), [
      { '_A-b': 'SRIOV_NET_VF:2 CUSTOM_X', '': `${usual} !CUSTOM_Y` },
    ]);
  });

  test('that cannot be meant are left out', () => {
    const specs = {
      'resources:NO_CLASS': '1',
      'resources:CUSTOM_A': 'one',
      'resources:CUSTOM_B': '-1',
      'trait:CUSTOM_C': 'perhaps',
    };
    assert.deepEqual(asked(withSpecs(specs)), [{ '': usual }]);
  });

  test('must ask for resources in each group', () => {
    assert.equal(
      asked(withSpecs({ 'traits:CUSTOM_X': 'required' })),
      'The flavor asks for no resources in group s.',
    );
  });

  test('must say how several groups are to each other', () => {
    const specs = { 'resources1:VGPU': '1', 'resources2:VGPU': '1' };
    assert.equal(asked(withSpecs(specs)), 'The flavor has several groups and no group_policy.');
    assert.equal(typeof asked(withSpecs({ ...specs, group_policy: 'isolate' })), 'object');
  });

  test('may leave nothing to be asked for', () => {
    const specs = { 'resources:VCPU': '0', 'resources:MEMORY_MB': '0', 'resources:DISK_GB': '0' };
    assert.equal(asked(withSpecs(specs)), 'The flavor asks for nothing.');
  });
});

describe('CPUs of its own', () => {
  const others = 'MEMORY_MB:512 DISK_GB:1';

  test('are asked for as such, or else as any', () => {
    assert.deepEqual(asked(withSpecs({ 'hw:cpu_policy': 'dedicated' })), [
      { '': `PCPU:4 ${others}` },
      { '': usual },
    ]);
    assert.deepEqual(asked(withSpecs({ 'hw:cpu_policy': 'dedicated' }), { fallsBackToSharedCpus: false }), [
      { '': `PCPU:4 ${others}` },
    ]);
    assert.equal(asked(withSpecs({}, { hw_cpu_policy: 'dedicated' })).length, 2);
  });

  test('are one more where the emulator has one', () => {
    const [first] = asked(
      withSpecs({ 'hw:cpu_policy': 'dedicated', 'hw:emulator_threads_policy': 'isolate' }),
    );
    assert.deepEqual(first, { '': `PCPU:5 ${others}` });
  });

  test('may be some of them', () => {
    const specs = { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '^0' };
    assert.deepEqual(asked(withSpecs(specs)), [{ '': `VCPU:1 PCPU:3 ${others}` }]);
  });

  test('may need a host whose CPUs have siblings, or have none', () => {
    const specs = { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'require' };
    assert.deepEqual(asked(withSpecs(specs)), [
      { '': `PCPU:4 ${others} HW_CPU_HYPERTHREADING` },
      { '': usual },
    ]);
    const [isolated] = asked(withSpecs({ ...specs, 'hw:cpu_thread_policy': 'isolate' }));
    assert.deepEqual(isolated, { '': `PCPU:4 ${others} !HW_CPU_HYPERTHREADING` });
  });

  test('that were asked for as resources are no matter of policies', () => {
    assert.deepEqual(asked(withSpecs({ 'resources:PCPU': '4' })), [{ '': `PCPU:4 ${others}` }]);
  });
});

describe('what not every host can do', () => {
  const examples: readonly [string, Record<string, string>, Record<string, string>, string][] = [
    ['encrypted memory', { 'hw:mem_encryption': 'yes' }, {}, 'MEM_ENCRYPTION_CONTEXT:1 HW_CPU_X86_AMD_SEV'],
    [
      'persistent memory',
      { 'hw:pmem': 'a-b, a-b,C' },
      {},
      'CUSTOM_PMEM_NAMESPACE_A_B:2 CUSTOM_PMEM_NAMESPACE_C:1',
    ],
    ['a TPM', { 'hw:tpm_version': '2.0' }, {}, 'COMPUTE_SECURITY_TPM_2_0 COMPUTE_SECURITY_TPM_TIS'],
    [
      'a TPM of the image',
      { 'hw:tpm_model': 'tpm-crb' },
      { hw_tpm_version: '2.0' },
      'COMPUTE_SECURITY_TPM_2_0 COMPUTE_SECURITY_TPM_CRB',
    ],
    [
      'devices near their CPUs',
      { 'hw:pci_numa_affinity_policy': 'socket' },
      {},
      'COMPUTE_SOCKET_PCI_NUMA_AFFINITY',
    ],
    ['secure boot', {}, { os_secure_boot: 'required' }, 'COMPUTE_SECURITY_UEFI_SECURE_BOOT'],
    ['addresses', { 'hw:maxphysaddr_mode': 'emulate' }, {}, 'COMPUTE_ADDRESS_SPACE_EMULATED'],
    [
      'firmware without a state',
      {},
      { hw_firmware_type: 'uefi', hw_firmware_stateless: 'true' },
      'COMPUTE_SECURITY_STATELESS_FIRMWARE',
    ],
    ['a trait of the image', {}, { 'trait:CUSTOM_I': 'required' }, 'CUSTOM_I'],
  ];
  for (const [what, specs, image, expected] of examples) {
    test(what, () => assert.deepEqual(asked(withSpecs(specs, image)), [{ '': `${usual} ${expected}` }]));
  }

  test('contradictions end it', () => {
    const text = 'TPM model CRB is only valid with TPM version 2.0.';
    assert.equal(asked(withSpecs({ 'hw:tpm_version': '1.2', 'hw:tpm_model': 'tpm-crb' })), text);
  });
});

describe('a host that is asked for by name', () => {
  const inTree = (request: AskedServer['request']) => {
    const answer = ask(cloud, requestOf({ request: request ?? {} }), defaultSchedulerSettings);
    return 'reason' in answer ? answer.reason : answer.requests[0]?.groups[0]?.conditions.inTree;
  };

  test('is the tree that all has to come from', () => {
    assert.equal(inTree({ requested: { host: 'host1', nodeName: null } }), id('cn1'));
    assert.equal(inTree({ requested: { host: null, nodeName: 'cn1' } }), id('cn1'));
    assert.equal(inTree({ forced: { host: 'host1', nodeName: 'cn1' } }), id('cn1'));
  });

  test('has to be there', () => {
    const none = 'No such host - host: host2 node: None ';
    assert.equal(inTree({ requested: { host: 'host2', nodeName: null } }), none);
    assert.equal(
      inTree({ forced: { host: 'host1', nodeName: 'cn2' } }),
      'No such host - host: host1 node: cn2 ',
    );
  });
});
