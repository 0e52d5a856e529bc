import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { buildRegistry } from '../registry/registry.ts';
import { firstRefusal } from './first-refusal.ts';
import { validateFlavor } from './validate-flavor.ts';

const { registry } = buildRegistry();

const key = fc.oneof(
  fc.constantFrom(...registry.specs.map(({ definition: { name } }) => `hw:${name}`)),
  fc.constantFrom(
    'hw:cpu_policy',
    'hw:numa_nodes',
    'hw:nope',
    'trait:CUSTOM_GOLD',
    'trait:nope',
    'own:key',
    'key',
  ),
);
const value = fc.constantFrom('dedicated', 'required', '1', '-1', 'true', '', 'x');

test('it is the first error of all that is wrong', () => {
  assertProperty(
    fc.property(fc.dictionary(key, value, { maxKeys: 4 }), (extraSpecs) => {
      const errors = validateFlavor(registry, extraSpecs, { mode: 'strict' }).filter(
        ({ severity }) => severity === 'error',
      );
      assert.equal(firstRefusal(registry, extraSpecs), errors[0]?.text ?? null);
    }),
  );
});
