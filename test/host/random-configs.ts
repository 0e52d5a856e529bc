import fc from 'fast-check';
import { stringify } from 'yaml';

/** By name. */
export type Files = Readonly<Record<string, string>>;

const uuids = ['a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e', '0b1f0c1e-1111-4222-8333-444455556666'];

/** Mostly right; each kind of mistake seldom enough that a file often has none, and often has only one. */
const seldom = <T>(right: fc.Arbitrary<T>, ...wrong: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });

const number = (least: number): fc.Arbitrary<unknown> =>
  seldom(fc.integer({ min: least, max: 1000 }), -1, 0, '4', true, null, 2.5, 4.0, [], 2 ** 31);

const inventory = seldom(
  fc
    .record(
      {
        total: number(100),
        reserved: number(0),
        min_unit: number(1),
        max_unit: number(50),
        step_size: number(1),
        allocation_ratio: seldom(fc.constantFrom(1, 1.5, 16), '1.5', 0, -1, null),
        total_units: fc.constant(5),
      },
      { requiredKeys: ['total'], noNullPrototype: true },
    )
    .map(({ total_units: extra, ...rest }) =>
      extra === undefined || rest.reserved !== undefined ? rest : { ...rest, total_units: extra },
    ),
  {},
  null,
  [],
  7,
);

const className = seldom(
  fc.constantFrom('CUSTOM_A', 'CUSTOM_B', 'CUSTOM_LLC_1'),
  'VCPU',
  'custom_a',
  'CUSTOM-A',
  'CUSTOM_',
  'FOO',
);

const additionalInventories = fc.array(
  seldom(
    fc.tuple(className, inventory).map(([name, value]) => ({ [String(name)]: value })),
    {},
    'CUSTOM_A',
    [],
    null,
    3,
  ),
  { maxLength: 2 },
);

const additionalTraits = fc.array(
  seldom(
    fc.constantFrom('CUSTOM_X', 'CUSTOM_Y_1', 'CUSTOM_Z'),
    'HW_CPU_X86_AVX',
    'custom_x',
    'CUSTOM X',
    5,
    null,
    '',
  ),
  { maxLength: 3 },
);

const identification = seldom(
  fc.oneof(
    fc.constantFrom(...uuids).map((uuid) => ({ uuid })),
    fc.constant({ uuid: '$COMPUTE_NODE' }),
    fc.constantFrom('host1', 'host1_gpu0', '7-up', 'ünïcode').map((name) => ({ name })),
  ),
  {},
  null,
  { uuid: 'host1' },
  { name: '' },
  { name: 'x'.repeat(201) },
  { name: 7 },
  { name: '$COMPUTE_NODE' },
  { uuid: uuids[0], name: 'host1' },
  { hostname: 'host1' },
  { uuid: 'A5B0E5F2-7C8D-4A0B-9C1E-2F3A4B5C6D7F' },
  'host1',
);

const addition = <T>(list: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  seldom(
    list.map((additional) => ({ additional })),
    {},
    null,
    [],
    { additional: null },
    { additional: {} },
    { more: [] },
  );

const provider = seldom(
  fc.record(
    { identification, inventories: addition(additionalInventories), traits: addition(additionalTraits) },
    { requiredKeys: ['identification'], noNullPrototype: true },
  ),
  {},
  null,
  'host1',
  { traits: { additional: ['CUSTOM_X'] } },
);

const meta = seldom(
  fc.constant({ schema_version: '1.0' }),
  {},
  null,
  { schema_version: 1.0 },
  { schema_version: 1.5 },
  { schema_version: '1' },
  { schema_version: '2.0' },
  { schema_version: '1.12' },
  { schema_version: '1.00' },
  { schema_version: '1.01' },
  { schema_version: 'one.zero' },
  { schema_version: '1.0', more: true },
  '1.0',
);

const file = seldom(
  fc.record(
    { meta, providers: seldom(fc.array(provider, { maxLength: 3 }), null, {}, 'host1') },
    { requiredKeys: ['meta'], noNullPrototype: true },
  ),
  null,
  [],
  'text',
  { providers: [] },
  { meta: { schema_version: '1.0' }, __source_file: 'x' },
  { meta: { schema_version: '1.0' }, other: 1 },
);

/** What serializers do not write: the other ways of YAML, and slips of the hand. */
const slips: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => `---\n${text}...\n`,
  (text) => `# a comment\n${text}\n# another`,
  (text) => `${text}---\nmeta: {}\n`,
  (text) => text.replaceAll('  ', '    '),
  (text) => text.replace('  ', '\t'),
  (text) => text.replace(/: (\d+)$/m, ': 0$1'),
  (text) => text.replace(/: (\d+)$/m, ': 1_$1'),
  (text) => text.replace(/: (\d+)$/m, ': 0x$1'),
  (text) => text.replace(/: (\d+)$/m, ': 1:3$1'),
  (text) => text.replace(/: (\d+)$/m, ': $1e2'),
  (text) => text.replace(/: (\d+)$/m, ': $1.e+2'),
  (text) => text.replace(/name: \S+$/m, 'name: yes'),
  (text) => text.replace(/name: \S+$/m, 'name: y'),
  (text) => text.replace(/name: \S+$/m, 'name: 2001-01-01'),
  (text) => text.replace(/name: \S+$/m, 'name: ~'),
  (text) => text.replace(/(traits:\n\s+)additional:/, '$1additional: &names'),
  (text) => text.replace('identification:', '&id identification:'),
  (text) =>
    text.replace(
      /^ {2}- identification:/m,
      '  - <<: {traits: {additional: [CUSTOM_MERGED]}}\n    identification:',
    ),
  (text) => text.replace(/additional:\n/, 'additional:\n      - *nothing\n'),
  (text) => text.replace(':', ''),
  (text) => text.replace(/"1\.0"/, "'1.0'"),
  (text) => text.replace(/"1\.0"/, '1.0'),
  (text) => text.replace(/\n(\s*)total:/, '\n$1total: 5\n$1total:'),
  (text) => text.slice(0, text.length / 2),
];

const text = fc
  .tuple(file, fc.constantFrom(...slips), fc.boolean())
  .map(([data, slip, isFlow]) =>
    slip(stringify(data, { version: '1.1', ...(isFlow && { collectionStyle: 'flow' }) })),
  );

export const randomConfigs: fc.Arbitrary<Files> = fc
  .array(text, { minLength: 1, maxLength: 2 })
  .map((texts) => Object.fromEntries(texts.map((each, index) => [`${'ab'[index]}.yaml`, each])));
