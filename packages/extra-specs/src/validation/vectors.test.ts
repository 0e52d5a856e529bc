import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildRegistry } from '../registry/registry.ts';
import { keyVectors, valueVectors } from '../testing/nova/vectors.ts';
import { validateFlavor, validateSpec } from './validate-flavor.ts';

const { registry } = buildRegistry();

const texts: readonly (readonly [key: string, value: string, text: string])[] = [
  ['hw:cpu_polllicy', 'x', "extra spec 'hw:cpu_polllicy' does not appear to be a valid extra spec."],
  [
    'hw:mem_page_size',
    'largest',
    "'largest' is not of the format '(large|small|any|\\d+([kKMGT]i?)?(b|bit|B)?)'.",
  ],
  ['hw:cpu_policy', "it's", "'it's' is not one of: dedicated, shared, mixed."],
  ['trait:HW_CPU_X86_AVX2', '', "'' is not one of: required, forbidden."],
  ['hw:serial_port_count', ' 4.5', "' 4.5' is not a valid integer value."],
  // A number that is one is repeated as Python would write it.
  ['hw:redirected_usb_ports', ' +1_6', "'16' is greater than the max value of '15'."],
  ['hw:redirected_usb_ports', '9'.repeat(30), `'${'9'.repeat(30)}' is greater than the max value of '15'.`],
  ['hw:numa_nodes', '-0', "'0' is less than the min value of '1'."],
  ['hw:cpu_realtime', 'Tru', "'Tru' is not a valid boolean-like value."],
];

describe('the verdicts of Nova at 2.86', () => {
  for (const [what, table] of Object.entries({ keys: keyVectors, values: valueVectors })) {
    test(`on ${what}`, () => {
      for (const [key, value, expected] of table) {
        const errors = validateSpec(registry, key, value, { mode: 'strict' }).filter(
          ({ severity }) => severity === 'error',
        );
        const rules = errors.map(({ rule }) => rule);
        assert.deepEqual(rules, expected === 'ok' ? [] : [expected], `${key}=${JSON.stringify(value)}`);
      }
    });
  }

  test('in its words', () => {
    for (const [key, value, text] of texts) {
      const [error] = validateSpec(registry, key, value, { mode: 'strict' });
      assert.equal(error?.text, `Validation failed; ${text}`);
    }
  });

  test('the first that fails is the first in the order of the flavor', () => {
    const flavor = { 'hw:cpu_policy': 'dedicated', 'hw:numa_nodes': '0', 'hw:foo': 'x', 'hw:boot_menu': 'z' };
    const problems = validateFlavor(registry, flavor, { mode: 'strict' });
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error').map(({ key, rule }) => [key, rule]),
      [
        ['hw:numa_nodes', 'below-minimum'],
        ['hw:foo', 'unknown-key'],
        ['hw:boot_menu', 'not-a-boolean'],
      ],
    );
  });

  test('on values that keep Nova busy for longer than the world will last', () => {
    const masks = ['hw:cpu_realtime_mask', 'hw:cpu_dedicated_mask', 'hw:numa_cpus.0'];
    for (const [key, value] of [
      ['hw:pmem', `${'a'.repeat(254)}!`],
      ...masks.map((mask) => [mask, `1${',1-1'.repeat(63)}!`.padEnd(255, '!')] as const),
      ['pci_passthrough:alias', `a:1${' , '.repeat(83)}b:`],
    ] as const) {
      assert.ok(value.length <= 255);
      const [error] = validateSpec(registry, key, value, { mode: 'strict' });
      assert.equal(error?.rule, 'wrong-format', key);
    }
  });
});
