import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProviderConfig } from './read-provider-config.ts';

const head = 'meta: {schema_version: "1.0"}\nproviders:\n';
const read = (text: string) => readProviderConfig('x.yaml', text);
const wrong = (text: string): readonly string[] => {
  const { configs, errors } = read(text);
  if (errors.length > 0) assert.deepEqual(configs, []);
  return errors;
};

test('inventories and traits are read as they are written', () => {
  const { configs, errors, warnings } = read(`${head}
- identification:
    uuid: A5B0E5F2-7C8D-4A0B-9C1E-2F3A4B5C6D7E
  inventories:
    additional:
    - CUSTOM_LLC: {total: 22, reserved: 2, min_unit: 1, max_unit: 11, step_size: 1, allocation_ratio: 1.0}
    - CUSTOM_FAN: {total: 010}
  traits:
    additional: [CUSTOM_LOUD, CUSTOM_LOUD]
- identification: {uuid: $COMPUTE_NODE}
  traits: {additional: [CUSTOM_NODE]}
`);
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(configs, [
    {
      target: { kind: 'uuid', uuid: 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e' },
      inventories: {
        CUSTOM_LLC: { total: 22, reserved: 2, minUnit: 1, maxUnit: 11, stepSize: 1, allocationRatio: 1 },
        // YAML 1.1, as the original reads it.
        CUSTOM_FAN: { total: 8 },
      },
      traits: ['CUSTOM_LOUD'],
      place: 'x.yaml:4:3',
    },
    { target: { kind: 'compute-nodes' }, inventories: {}, traits: ['CUSTOM_NODE'], place: 'x.yaml:12:3' },
  ]);
});

test('what is given by an alias or merged is as if it were written there', () => {
  const { configs, errors } = read(`
meta: {schema_version: '1.0'}
common: &common {traits: {additional: &traits [CUSTOM_A]}}
providers:
- {<<: *common, identification: {name: one}}
- {<<: *common, identification: {name: two}, traits: {additional: [CUSTOM_B]}}
- {identification: {name: three}, traits: {additional: *traits}}
`);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    configs.map(({ traits }) => traits),
    [['CUSTOM_A'], ['CUSTOM_B'], ['CUSTOM_A']],
  );
});

for (const [name, text, ...errors] of [
  [
    'a version that is a number',
    'meta: {schema_version: 1.0}',
    "1:24: 'schema_version' is a text in quotes, '1.0', and not a number",
  ],
  [
    'another major version',
    'meta: {schema_version: "2.0"}',
    "1:24: the schema version '2.0' is not known; '1.0' is",
  ],
  [
    'a version that is none',
    'meta: {schema_version: "1.x"}',
    "1:24: the schema version '1.x' is no version; '1.0' is",
  ],
  ['no version', 'meta: {}', "1:7: 'meta' with a 'schema_version' is missing; it is '1.0'"],
  ['a list for a file', '- a', '1:1: the file is a mapping, and not a list'],
  ['no providers in a list', `${head}  name: x`, "3:3: 'providers' is a list, and not a mapping"],
  [
    'two ways to name a provider',
    `${head}- identification: {name: a, uuid: $COMPUTE_NODE}`,
    "3:19: 'identification' has either a 'uuid' or a 'name', and nothing else",
  ],
  [
    'no uuid',
    `${head}- identification: {uuid: host1}`,
    "3:26: 'host1' is neither a uuid nor '$COMPUTE_NODE'",
  ],
  [
    'a name that is none',
    `${head}- identification: {name: yes}`,
    "3:26: 'name' is a text, and not a boolean",
  ],
  [
    'names that are not for operators',
    `${head}- identification: {name: a}\n  inventories: {additional: [{VCPU: {total: 1}}]}\n  traits: {additional: [HW_X, custom_x, 3]}`,
    "4:31: 'VCPU' is not for operators to give: the name has to begin with CUSTOM_",
    "5:25: 'HW_X' is not for operators to give: the name has to begin with CUSTOM_",
    "5:31: 'custom_x' is no name for a trait: A to Z, 0 to 9 and _, up to 255 of them",
    '5:41: a trait is a text, and not a number',
  ],
  [
    'inventories that Placement would refuse',
    `${head}- identification: {name: a}\n  inventories:\n    additional:\n    - CUSTOM_A: {total: -1}\n    - CUSTOM_B: {total: 4, reserved: 5}\n    - CUSTOM_C: {reserved: 1, totl: 3}\n    - CUSTOM_A: {total: 1}`,
    '6:25: total is -1; the least is 1',
    '7:38: reserved is 5, more than the total of 4',
    "8:31: 'totl' is no member of an inventory; there are total, reserved, min_unit, max_unit, step_size, allocation_ratio",
    '8:17: total is missing',
  ],
  [
    'a member that is there twice',
    'meta: {}\nmeta: {}',
    "2:1: 'meta' is given twice; the first is at x.yaml:1:1",
  ],
  [
    'a second document',
    'meta: {}\n---\nmeta: {}',
    '2:1: a second document begins here; a configuration is a single one',
  ],
  ['an alias of itself', 'meta: &a [*a]', "1:11: the alias 'a' stands for nothing that is before it"],
  ['a tag', 'meta: !!str a', '1:7: tags (`!name`) cannot be used here; put a text in quotes instead'],
  ['a tab', 'meta:\n\tschema_version: "1.0"', '2:1: tabs cannot be used to indent'],
] as const) {
  test(`${name} is refused where it stands`, () => {
    const found = wrong(text);
    assert.deepEqual(
      found.slice(0, errors.length),
      errors.map((error) => `x.yaml:${error}`),
    );
  });
}

test('a newer minor version is taken, with a warning, and so are members that nobody knows', () => {
  const { configs, errors, warnings } = read(
    'meta: {schema_version: "1.3"}\nproviders:\n- identification: {name: a}\n  trait: {}\n  traits: {additional: [CUSTOM_X]}\n- identification: {name: b}\n',
  );
  assert.equal(configs.length, 1);
  assert.deepEqual(errors, []);
  assert.deepEqual(warnings, [
    "x.yaml:1:24: the schema version is '1.3', newer than '1.0': some of it may be ignored",
    "x.yaml:4:3: 'trait' is not known here, and is ignored; there are identification, inventories, traits",
    'x.yaml:6:3: this provider is given no inventory and no trait, and is ignored',
  ]);
});

test('an entry without a class adds nothing, and names its provider all the same', () => {
  const { configs, errors, warnings } = read(
    'meta: {schema_version: "1.0"}\nproviders:\n- identification: {name: a}\n  inventories: {additional: [{}]}\n',
  );
  assert.deepEqual(
    configs.map(({ target, inventories, traits }) => ({ target, inventories, traits })),
    [{ target: { kind: 'name', name: 'a' }, inventories: {}, traits: [] }],
  );
  assert.deepEqual([errors, warnings], [[], []]);
});

test('aliases that stand for more than memory holds, and nesting without end, are refused at once', () => {
  const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let level = 1; level < 12; level += 1)
    bomb.push(`a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`);
  assert.match(wrong(bomb.join('\n'))[0] ?? '', /says more than 20000 values, aliases included/);
  assert.match(wrong('['.repeat(100_000))[0] ?? '', /more than 20 levels lie in one another here/);
});

test('of what is wrong in a thousand places, twenty are told', () => {
  const errors = wrong(`${head}${'- 1\n'.repeat(1000)}`);
  assert.equal(errors.length, 21);
  assert.equal(errors.at(-1), 'x.yaml: and more');
});
