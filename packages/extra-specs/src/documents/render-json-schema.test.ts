import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { buildRegistry, type Registry } from '../registry/registry.ts';
import { validateFlavor } from '../validation/validate-flavor.ts';
import { renderJsonSchema } from './render-json-schema.ts';
import { registryOf } from './testing/registry-of.ts';
import { withSite } from './testing/with-site.ts';

interface Schema {
  readonly properties: Readonly<
    Record<string, { readonly deprecated?: boolean; readonly description: string }>
  >;
  readonly patternProperties: Readonly<Record<string, unknown>>;
}

/** Whoever reads it strictly finds nothing wrong with it. */
function compile(registry: Registry): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const schema = JSON.parse(renderJsonSchema(registry)) as Schema;
  assert.equal(ajv.validateSchema(schema), true);
  return ajv.compile(schema);
}

function isAccepted(registry: Registry, key: string, value: string): boolean {
  return validateFlavor(registry, { [key]: value }, { mode: 'strict' }).every(
    ({ severity }) => severity !== 'error',
  );
}

const words =
  'dedicated required forbidden maybe gold 1.5 true oN 0 1 -3 -6 +07 1_2 121 15 16 0-3,^2 ^1 1, large 2MB a_b,c abc 4.5 RED green'.split(
    ' ',
  );

describe('the JSON Schema of extra specs', () => {
  test('describes what this package defines', () => {
    const schema = JSON.parse(renderJsonSchema(buildRegistry().registry)) as Schema;
    assert.equal(schema.properties['hide_hypervisor_id']?.deprecated, true);
    assert.match(
      schema.properties['hide_hypervisor_id'].description,
      /^Deprecated since 21\.0\.0.* Use hw:hide_hypervisor_id instead\./,
    );
    assert.equal(schema.properties['hw:cpu_policy']?.deprecated, undefined);
    assert.ok(Object.keys(schema.patternProperties).length < 30, 'the standard traits are one pattern');
  });

  test('accepts and refuses what is accepted and refused', () => {
    const validate = compile(withSite());
    for (const [extraSpecs, isGood] of [
      [{}, true],
      [
        {
          'hw:cpu_policy': 'dedicated',
          'hw:numa_nodes': 2,
          'hw:numa_cpus.0': '0-3,^2',
          'trait1:HW_CPU_X86_AVX2': 'required',
        },
        true,
      ],
      [{ 'hw:cpu_policy': 'deddicated' }, false],
      [{ 'hw:cpu_pollicy': 'dedicated' }, false],
      [{ 'hhw:cpu_pollicy': 'dedicated', anything: 'x' }, true],
      [{ 'hw:numa_nodes': 0 }, false],
      [{ 'hw:numa_nodes': '0' }, false],
      [{ 'hw:numa_nodes': 1.5 }, false],
      [{ 'hw:redirected_usb_ports': '15' }, true],
      [{ 'hw:redirected_usb_ports': '16' }, false],
      [{ 'hw:boot_menu': 'YES', 'hw:pmu': 1 }, true],
      [{ 'hw:boot_menu': 2 }, false],
      [{ 'hw:mem_page_size': 2048 }, true],
      [{ 'hw:tpm_version': 1.2 }, true],
      [{ 'trait:NOT_A_TRAIT': 'required' }, false],
      [{ 'resources:CUSTOM_GPU': '1', 'resources_A:VCPU': 4 }, true],
      [{ 'hw:cpu_policy': null }, false],
      [{ foo: true }, false],
      [[], false],
    ] as const) {
      assert.equal(validate(extraSpecs), isGood, JSON.stringify(extraSpecs));
    }
  });

  test('agrees with validation on any key and value', () => {
    const registry = withSite();
    const validate = compile(registry);
    const keys = registry.specs.map(({ key }) => key);
    const filling = fc.constantFrom(
      '',
      '0',
      '1',
      '12',
      '123',
      'A',
      'aa',
      'X_1',
      '_GPU',
      ':cpu',
      'x',
      '٣',
      '-',
      ' ',
    );
    const key = fc.oneof(
      fc.tuple(fc.constantFrom(...keys), filling, filling).map(([template, first, second]) => {
        let isFirst = true;
        return template.replace(/\{[^}]*\}/g, () => {
          const part = isFirst ? first : second;
          isFirst = false;
          return part;
        });
      }),
      fc
        .tuple(
          fc.constantFrom(
            'hw',
            'site',
            'zone1',
            'trait',
            'traits',
            'resources',
            'unknown',
            'slot',
            'capabilities',
          ),
          fc.string({ maxLength: 4 }),
        )
        .map(([name, rest]) => `${name}:${rest}`),
      fc.constantFrom(
        'trait:CUSTOM_FAST',
        'trait:HW_CPU_X86_AVX2',
        'site:slot.x',
        'site:slot.7',
        'site:slot.y',
        'site:port.Aa',
        'plain',
      ),
      fc.string(),
    );
    const value = fc.oneof(
      fc.constantFrom(...words, ' Yes ', 'a:1, b:2', '', '\u2003\t5'),
      fc.integer({ min: -10, max: 130 }).map(String),
      fc.string({ unit: fc.constantFrom(...Array.from('0123,-^ abkM:_+')), maxLength: 6 }),
      fc.string(),
    );
    let refused = 0;
    assertProperty(
      fc.property(key, value, (key, value) => {
        // What its description says it cannot do.
        if (
          key === 'site:shade' ||
          /^site:port\.(?![aA]+$)/.test(key) ||
          /\p{Nd}/u.test(value.replace(/[0-9]/g, ''))
        )
          return;
        const expected = isAccepted(registry, key, value);
        if (!expected) refused++;
        assert.equal(
          validate({ [key]: value }),
          expected,
          JSON.stringify({ key, value, errors: validate.errors }),
        );
      }),
      8000,
    );
    afterAllCases(() => assert.ok(refused > 1000, `${refused} were refused`));
  });

  test('agrees with validation on numbers, which stand for their texts', () => {
    const registry = withSite();
    const validate = compile(registry);
    const plain = registry.specs.filter(
      ({ key, definition }) => !key.includes('{') && !('pattern' in definition.value),
    );
    const number = fc.oneof(fc.integer({ min: -10, max: 200 }), fc.constantFrom(1.2, 1.5, 7, 0.1, 2 ** 40));
    assertProperty(
      fc.property(fc.constantFrom(...plain), number, ({ key }, value) => {
        assert.equal(validate({ [key]: value }), isAccepted(registry, key, `${value}`), `${key}=${value}`);
      }),
      3000,
    );
  });

  test('says which pattern it lacks, and who defines what is not ours', () => {
    const schema = JSON.parse(renderJsonSchema(withSite())) as Schema;
    assert.equal(
      schema.properties['site:shade']?.description,
      'About shade.\n\nThe pattern of the value is left out of this schema.\n\nDefined by site.yaml.',
    );
    assert.equal(compile(withSite())({ 'site:shade': 'blue' }), true);
    assert.match(
      renderJsonSchema(withSite()),
      /About port\.\{case\}\.\\n\\nThe pattern of \{case\} is left out of this schema\./,
    );
  });

  test('of keys without a namespace knows no key that is wrong', () => {
    const plain = { name: 'plain', value: { type: 'integer', max: 3 }, description: '' } as const;
    const validate = compile(registryOf([{ name: null, description: '', specs: [plain] }]));
    assert.equal(validate({ plain: '3', ':x': 'y', 'hw:foo': 'z' }), true);
    assert.equal(validate({ plain: '4' }), false);
  });
});
