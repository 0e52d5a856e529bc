import type { Rule } from '../../problem.ts';

export type Vector = readonly [key: string, value: string, rule: Rule | 'ok'];

/** How a key finds its definition. */
export const keyVectors: readonly Vector[] = [
  ['hw:cpu_policy', 'dedicated', 'ok'],
  ['hw:cpu_polllicy', 'dedicated', 'unknown-key'],
  ['hw:foo', 'bar', 'unknown-key'],
  ['hw:cpu_realtime_mas', '^0', 'unknown-key'],
  ['hw:', '1', 'unknown-key'],
  ['hw::cpu_policy', 'dedicated', 'unknown-key'],
  ['hw:cpu_policy ', 'dedicated', 'unknown-key'],
  ['hw:cpu_policy:x', 'dedicated', 'unknown-key'],
  // No namespace, or an unknown one: accepted, with a warning that tests of advice are about.
  ['hhw:cpu_realtime_mask', 'a', 'ok'],
  ['HW:cpu_policy', 'a', 'ok'],
  ['w:x', 'a', 'ok'],
  ['foo', 'a', 'ok'],
  ['', 'a', 'ok'],
  [':', 'a', 'ok'],
  ['hw_cpu_realtime_mask', 'a', 'ok'],
  ['reservation:abc', 'a', 'ok'],
  ['powervm:x', 'a', 'ok'],
  ['custom:x', 'a', 'ok'],
  ['__proto__', 'a', 'ok'],
  ['hide_hypervisor_id', 'true', 'ok'],
  ['hide_hypervisor_id', 'tru', 'not-a-boolean'],
  ['group_policy', 'isolate', 'ok'],
  ['group_policy', 'isolated', 'not-in-enum'],
  ['trait:HW_CPU_X86_AVX2', 'required', 'ok'],
  ['trait:HW_CPU_X86_AVX2', 'Required', 'not-in-enum'],
  ['trait1:CUSTOM_X', 'forbidden', 'ok'],
  ['trait_A-b:CUSTOM_X', 'required', 'ok'],
  ['trait:NOT_A_TRAIT', 'required', 'unknown-key'],
  ['trait:CUSTOM_', 'required', 'unknown-key'],
  ['trait:CUSTOM_x', 'required', 'unknown-key'],
  // What follows the word is the suffix of a group, whatever it is meant to be.
  ['traits:CUSTOM_X', 'required', 'ok'],
  ['traitor:foo', 'bar', 'unknown-key'],
  ['trait.1:CUSTOM_X', 'bar', 'ok'],
  [`trait${'x'.repeat(64)}:CUSTOM_X`, 'bar', 'not-in-enum'],
  [`trait${'x'.repeat(65)}:CUSTOM_X`, 'bar', 'ok'],
  ['resources:VCPU', '4', 'ok'],
  ['resources1:CUSTOM_FOO', '1', 'ok'],
  ['resources_NUMA0:PCPU', '2', 'ok'],
  ['resources_NUMA0:PCPU', 'two', 'not-an-integer'],
  ['resourcesful:x', '1', 'unknown-key'],
  ['resource:VCPU', 'x', 'ok'],
  ['capabilities:cpu_info:topology:cores', '4', 'ok'],
  ['capabilities:host', 'x', 'ok'],
  ['capabilities:host:x', '4', 'unknown-key'],
  ['aggregate_instance_extra_specs:a:b c', '1', 'ok'],
  ['aggregate_instance_extra_specs:', '1', 'unknown-key'],
  ['hw:numa_cpus.0', '0-3', 'ok'],
  ['hw:numa_cpus.12', '0-3,a', 'wrong-format'],
  ['hw:numa_mem.0', '0', 'below-minimum'],
  ['hw:numa_cpus.', '1', 'unknown-key'],
  ['hw:numa_cpus.x', '1', 'unknown-key'],
  // Differences that are meant to be: a dot is a dot, and a template is no key.
  ['hw:numa_cpusX0', '1', 'unknown-key'],
  ['hw:numa_mem-1', '1', 'unknown-key'],
  ['hw:numa_cpus.{num}', '1', 'unknown-key'],
];

/** What a definition thinks of a value. */
export const valueVectors: readonly Vector[] = [
  ...vectors('hw:cpu_realtime_mask', 'wrong-format', ['0', '^0', '^0,2-3,1'], ['a', '^0,2-3,b', '']),
  ...vectors('hw:cpu_dedicated_mask', 'wrong-format', ['0-4,^2,6'], ['0-4,^2,', ' 0']),
  ...vectors(
    'hw:mem_page_size',
    'wrong-format',
    ['large', 'small', 'any', '2kbit', '1GB', '2048', '1Mib'],
    ['largest', '2kbits', '1gigabyte', 'Large', '2 MB'],
  ),
  ...vectors('hw:pmem', 'wrong-format', ['4GB', '4GB,16GB', '4GB,'], [',4GB', '4GB,,16GB', '4-GB', '']),
  ...vectors('pci_passthrough:alias', 'wrong-format', ['a1:2', 'a1:2 , b-2:1'], ['a1', 'a1:', 'a1:x', '']),
  ...vectors('hw:cpu_thread_policy', 'not-in-enum', ['prefer', 'isolate', 'require'], ['preferred', '']),
  ...vectors('hw:emulator_threads_policy', 'not-in-enum', ['isolate', 'share'], ['iisolate']),
  ...vectors(
    'hw:pci_numa_affinity_policy',
    'not-in-enum',
    ['required', 'preferred', 'legacy', 'socket'],
    ['lgacy', 'requird', 'socet'],
  ),
  ...vectors('hw:viommu_model', 'not-in-enum', ['intel', 'smmuv3', 'virtio', 'auto'], ['autt']),
  ...vectors('hw:tpm_model', 'not-in-enum', ['tpm-tis', 'tpm-crb'], ['tpm-foo']),
  ...vectors('hw:tpm_version', 'not-in-enum', ['1.2', '2.0'], ['4.2', '2']),
  ...vectors('hw:tpm_secret_security', 'not-in-enum', ['user', 'host', 'deployment'], ['bar']),
  ...vectors('hw:numa_nodes', 'below-minimum', ['1', ' 1_0 ', '+1', '٣'], ['0', '-1', ' -1_0 ']),
  ...vectors('hw:serial_port_count', 'not-an-integer', ['0', '5'], ['five', '!', '4.5', '', ' ', '\ufeff5']),
  ...vectors('hw:redirected_usb_ports', 'above-maximum', ['0', '15'], ['16', '99999999999999999999']),
  ...vectors('hw:cpu_realtime', 'not-a-boolean', ['1', '0', 't', 'N', ' ON\t', 'no'], ['2', '00', '']),
  ...vectors('hw:mem_encryption', 'not-a-boolean', ['true', 'False'], ['tru', 'none']),
  ...vectors('hw:boot_menu', 'not-a-boolean', ['y', 'YES'], ['yah']),
];

function vectors(
  key: string,
  rule: Rule,
  accepted: readonly string[],
  refused: readonly string[],
): readonly Vector[] {
  return [
    ...accepted.map((value): Vector => [key, value, 'ok']),
    ...refused.map((value): Vector => [key, value, rule]),
  ];
}
