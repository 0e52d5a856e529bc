import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec } from '../definitions/definition.ts';
import type { Problem } from '../problem.ts';
import { buildRegistry } from '../registry/registry.ts';
import { validateFlavor, validateSpec } from './validate-flavor.ts';

const { registry } = buildRegistry();
const strict = { mode: 'strict' } as const;

describe('a flavor', () => {
  test('that is right has no problems', () => {
    const extraSpecs = {
      'hw:cpu_policy': 'dedicated',
      'hw:cpu_thread_policy': 'prefer',
      'hw:numa_nodes': '2',
      'hw:numa_cpus.0': '0-3',
      'trait:HW_CPU_X86_AVX2': 'required',
      'trait_1:CUSTOM_GOLD': 'forbidden',
      'resources:VCPU': '4',
    };
    assert.deepEqual(validateFlavor(registry, extraSpecs, strict), []);
  });

  test('with a slip in a key or a value is told the right word', () => {
    assert.deepEqual(
      validateFlavor(registry, { 'hw:cpu_pollicy': 'dedicated', 'hw:cpu_policy': 'deddicated' }, strict),
      [
        {
          key: 'hw:cpu_pollicy',
          value: 'dedicated',
          rule: 'unknown-key',
          severity: 'error',
          text: "Validation failed; extra spec 'hw:cpu_pollicy' does not appear to be a valid extra spec.",
          suggestion: 'hw:cpu_policy',
        },
        {
          key: 'hw:cpu_policy',
          value: 'deddicated',
          rule: 'not-in-enum',
          severity: 'error',
          text: "Validation failed; 'deddicated' is not one of: dedicated, shared, mixed.",
          suggestion: 'dedicated',
        },
      ] satisfies Problem[],
    );
  });

  test('is told all that is wrong with values, with a word that would do where there is one', () => {
    for (const [key, value, rule, suggestion] of [
      ['hw:mem_page_size', 'largest', 'wrong-format', 'large'],
      ['hw:cpu_realtime_mask', 'a', 'wrong-format', null],
      ['hw:boot_menu', 'tru', 'not-a-boolean', 'true'],
      ['hw:boot_menu', 'perhaps', 'not-a-boolean', null],
      ['hw:boot_menu', 'z', 'not-a-boolean', null],
      ['hw:mem_page_size', 'bits', 'wrong-format', null],
      ['hw:numa_nodes', 'two', 'not-an-integer', null],
      ['hw:numa_nodes', '0', 'below-minimum', '1'],
      ['hw:redirected_usb_ports', '16', 'above-maximum', '15'],
      ['hw:cpu_policy', 'SHARED', 'not-in-enum', 'shared'],
      ['hw:cpu_policy', 'constructor', 'not-in-enum', null],
    ] as const) {
      const [problem] = validateSpec(registry, key, value, strict);
      assert.deepEqual(
        [problem?.rule, problem?.suggestion, problem?.severity],
        [rule, suggestion, 'error'],
        `${key}=${value}`,
      );
    }
  });

  test('is warned about keys that nothing checks', () => {
    assert.deepEqual(
      validateFlavor(
        registry,
        { 'hhw:cpu_policy': 'x', cpu_policy: 'x', 'custom:x': 'y', foo: 'z' },
        strict,
      ).map(({ key, rule, severity, suggestion }) => [key, rule, severity, suggestion]),
      [
        ['hhw:cpu_policy', 'unknown-namespace', 'warning', 'hw:cpu_policy'],
        ['cpu_policy', 'no-namespace', 'warning', 'hw:cpu_policy'],
        ['custom:x', 'unknown-namespace', 'warning', null],
        ['foo', 'no-namespace', 'warning', null],
      ],
    );
  });

  test('is warned about what is deprecated, with its replacement', () => {
    const [problem] = validateFlavor(registry, { hide_hypervisor_id: 'true' }, strict);
    assert.deepEqual(
      [problem?.rule, problem?.severity, problem?.suggestion],
      ['deprecated', 'warning', 'hw:hide_hypervisor_id'],
    );
    assert.match(
      problem?.text ?? '',
      /^'hide_hypervisor_id' is deprecated since .+; use 'hw:hide_hypervisor_id'\.$/,
    );
  });

  test('is warned about a spec that has no effect without another', () => {
    const rulesOf = (extraSpecs: Record<string, string>, imageProperties?: Record<string, string>) =>
      validateFlavor(registry, extraSpecs, { ...strict, imageProperties }).map(({ rule, suggestion }) => [
        rule,
        suggestion,
      ]);
    const mask = { 'hw:cpu_dedicated_mask': '0' };
    assert.deepEqual(rulesOf(mask), [['missing-dependency', 'hw:cpu_policy=mixed']]);
    assert.deepEqual(rulesOf({ ...mask, 'hw:cpu_policy': 'shared' }), [
      ['missing-dependency', 'hw:cpu_policy=mixed'],
    ]);
    assert.deepEqual(rulesOf({ ...mask, 'hw:cpu_policy': 'mixed' }), []);
    assert.deepEqual(rulesOf(mask, { hw_cpu_policy: 'mixed' }), []);
    const realtime = { 'hw:cpu_policy': 'mixed', 'hw:cpu_realtime_mask': '0' };
    assert.deepEqual(rulesOf({ ...realtime, 'hw:cpu_realtime': 'Yes' }), []);
    assert.deepEqual(rulesOf({ ...realtime, 'hw:cpu_realtime': 'no' }), [
      ['missing-dependency', 'hw:cpu_realtime=true'],
    ]);
    assert.deepEqual(validateSpec(registry, 'hw:cpu_dedicated_mask', '0', strict), []);
  });

  test('is content with any case of a template that a spec needs', () => {
    const spec: ExtraSpec = {
      name: 'spread',
      value: { type: 'boolean' },
      description: 'Over nodes.',
      needs: [{ key: 'hw:numa_mem.{num}' }],
    };
    const { registry: own } = buildRegistry([
      {
        source: { kind: 'file', path: 'a.yaml' },
        namespaces: [{ name: 'site', description: 'Ours.', specs: [spec] }],
      },
    ]);
    const rulesOf = (extraSpecs: Record<string, string>) =>
      validateFlavor(own, extraSpecs, strict).map(({ rule }) => rule);
    assert.deepEqual(rulesOf({ 'site:spread': 'true' }), ['missing-dependency']);
    assert.deepEqual(rulesOf({ 'site:spread': 'true', 'hw:numa_nodes': '1', 'hw:numa_mem.3': '512' }), []);
  });

  test('is warned about what a virt driver takes no notice of', () => {
    const rulesOf = (driver?: string) =>
      validateFlavor(registry, { 'hw:boot_menu': 'true', 'resources:VCPU': '1' }, { ...strict, driver }).map(
        ({ key, rule }) => [key, rule],
      );
    assert.deepEqual(rulesOf(), []);
    assert.deepEqual(rulesOf('libvirt'), []);
    assert.deepEqual(rulesOf('ironic'), [['hw:boot_menu', 'unsupported-driver']]);
  });

  test('has only warnings in mode warn, and nothing in mode off', () => {
    const extraSpecs = { 'hw:cpu_policy': 'x', 'hw:foo': 'y', foo: 'z' };
    const warned = validateFlavor(registry, extraSpecs, { mode: 'warn' });
    assert.deepEqual(
      warned.map(({ rule, severity }) => [rule, severity]),
      [
        ['not-in-enum', 'warning'],
        ['unknown-key', 'warning'],
        ['no-namespace', 'warning'],
      ],
    );
    assert.deepEqual(validateFlavor(registry, extraSpecs, { mode: 'off' }), []);
  });

  test('must please both our template and the definition of one of its cases', () => {
    const spec: ExtraSpec = {
      name: 'numa_mem.0',
      value: { type: 'string', enum: ['512', 'x'] },
      description: 'Small.',
    };
    const { registry: refined } = buildRegistry([
      {
        source: { kind: 'file', path: 'a.yaml' },
        namespaces: [{ name: 'hw', description: 'Hardware.', specs: [spec] }],
      },
    ]);
    const ruleOf = (value: string) => validateSpec(refined, 'hw:numa_mem.0', value, strict)[0]?.rule;
    assert.equal(ruleOf('512'), undefined);
    assert.equal(ruleOf('513'), 'not-in-enum');
    assert.equal(ruleOf('x'), 'not-an-integer');
    assert.equal(ruleOf('0'), 'below-minimum');
  });

  test('may have thousands of keys that nobody knows, of which only the first get a suggestion', () => {
    const keys = Array.from(
      { length: 5000 },
      (_, index) => `trait:HW_CPU_X86_AVX512VPOPCNTDQ_`.repeat(4) + index,
    );
    const problems = validateFlavor(
      registry,
      Object.fromEntries([['hw:cpu_pollicy', 'x'], ...keys.map((key) => [key, 'x']), ['hw:cpu_polic', 'x']]),
      strict,
    );
    assert.equal(problems.length, 5002);
    assert.deepEqual([problems[0]?.suggestion, problems.at(-1)?.suggestion], ['hw:cpu_policy', null]);
  });

  test('may have values that are no texts, which are read as the original writes them', () => {
    const anything: unknown = JSON.parse(
      '{"hw:numa_nodes": 2, "hw:boot_menu": true, "hw:cpu_policy": null, "hw:mem_page_size": 2048, "quota:vif_limit": {}}',
    );
    const problems = validateFlavor(registry, anything as Record<string, string>, strict);
    assert.deepEqual(
      problems.map(({ key, value, rule }) => [key, value, rule]),
      [
        ['hw:cpu_policy', 'None', 'not-in-enum'],
        ['quota:vif_limit', '{}', 'not-an-integer'],
      ],
    );
  });

  test('may have keys that objects have by nature', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hw:__proto__']) {
      const problems = validateSpec(registry, key, 'x', strict);
      assert.deepEqual(
        problems.map((problem) => problem.key),
        [key],
      );
    }
  });
});
