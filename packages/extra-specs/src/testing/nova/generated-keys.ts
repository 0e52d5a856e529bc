import fc from 'fast-check';
import type { RegisteredSpec } from '../../registry/registered-spec.ts';
import type { Registry } from '../../registry/registry.ts';
import { withSlips } from './slips.ts';

/** Keys of a definition: its parameters are filled in well or badly, and now and then there is a slip in the rest. */
export function keysOf({ key, parameters }: RegisteredSpec): fc.Arbitrary<string> {
  const parts = key.split(/(\{[^{}]*\})/).map((part) => {
    const parameter = parameters.find(({ name }) => part === `{${name}}`);
    return parameter === undefined ? fc.constant(part) : fillings(parameter.name);
  });
  const keys = fc.tuple(...parts).map((texts) => texts.join(''));
  return fc.oneof(
    { arbitrary: keys, weight: 40 },
    { arbitrary: withSlips(keys), weight: 16 },
    { arbitrary: withoutDot(keys), weight: key.includes('.') ? 4 : 0 },
    { arbitrary: fc.constant(key), weight: 1 },
  );
}

/** A dot is what a pattern has for any character. */
function withoutDot(keys: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(keys, fc.constantFrom('X', '0', '_', ':', ' ', '\n', 'é', '𝟘'))
    .map(([key, character]) => key.replace('.', character));
}

/** Keys of no definition: namespaces and names that exist, or look like it, put together at random. */
export function foreignKeys(registry: Registry): fc.Arbitrary<string> {
  const known = registry.specs.flatMap(({ namespace, definition }) => [namespace ?? '', definition.name]);
  const part = fc.oneof(
    fc.constantFrom(...new Set(known)),
    fc.constantFrom(...strangeParts),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const joined = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':'));
  return fc.oneof(joined, withSlips(joined));
}

const strangeParts = [
  ['', ' ', '{', '}', '{}', '.', ':', '\n', '\ufeff', '\ud800', '0', '1'],
  ['powervm', 'custom', 'hhw', 'w', 'HW', 'hw ', ' hw', 'h', 'hw{x}', 'null', 'filter_tenant_id'],
  ['traits', 'traitor', 'traiT', 'trai', 'trait_', 'trait ', 'trait.', `trait${'x'.repeat(64)}`],
  ['resource', 'resourcesful', 'resources-1', 'Resources', `resources${'0'.repeat(65)}`],
  ['CUSTOM_', 'CUSTOM_X', 'CUSTOM_x', 'custom_X', 'VCPU', 'vcpu', 'NOT_A_TRAIT'],
  ['cpu_info', 'cpu_info:topology:cores', 'numa_cpus.', 'numa_cpusX0', 'numa_mem', 'numa_mem.0'],
  ['__proto__', 'constructor', 'hasOwnProperty', 'toString'],
].flat();

const customNames = ['X', 'X_1', '_', '0', '', 'x', 'É', 'X Y', 'X-Y', 'X:Y', 'Ⅷ', '٣', '{trait}'];

/** What is put in the place of a parameter: some that its pattern allows, more that it does not. */
const fillingsOf: Readonly<Record<string, readonly string[]>> = {
  group: [
    ['', '', '1', 's', 'ful', '_A-b', '-', '_', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65)],
    ['é', ' ', '.', 'a b', ':', '{group}', '١', '1\n', '\ufeff'],
  ].flat(),
  num: [
    ['0', '7', '12', '007', '9'.repeat(30), '١', '１', '\u{1e4f1}'],
    ['', '-1', '+1', '1.0', '1a', ' 1', '1\n', '1_0'],
  ].flat(),
  key: ['x', 'a:b', '', ' ', '\n', 'a\nb', 'ключ', ':', '{key}', 'x'.repeat(200), '\ud800'],
  filter: [
    ['', '', ':a', ':a:b', ':topology:cores', ':é', ':中', ':²', ':_', ':٣'],
    [':', '::a', ':a:', ':a-b', 'a', ':a '],
  ].flat(),
  resource: customNames,
  trait: customNames,
};

function fillings(parameter: string): fc.Arbitrary<string> {
  const texts = fillingsOf[parameter];
  if (texts === undefined)
    throw new Error(`say in fillingsOf what can be put in the place of {${parameter}}`);
  return fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme-ascii', maxLength: 4 }));
}
