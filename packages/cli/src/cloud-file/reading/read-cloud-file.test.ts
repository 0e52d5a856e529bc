import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { givenFile } from '../testing/given-cloud.ts';
import { readCloudFile } from './read-cloud-file.ts';

const errorsIn = (text: string) => readCloudFile('c.yaml', text).errors;

test('providers are told one after the other, each with the one it is in', () => {
  const { providers = [] } = givenFile(`
providers:
  - name: rack
    uuid: AAAAAAAA-0000-4000-8000-000000000001
    children:
      - name: shelf
        children: [{name: card, traits: [HW_CPU_X86_AVX]}]
  - {name: alone, parent: ~}
  - {name: other, parent: rack}
`);
  assert.deepEqual(
    providers.map(({ name, parent }) => [name, parent === null ? null : parent?.name]),
    [
      ['rack', undefined],
      ['shelf', 'rack'],
      ['card', 'shelf'],
      ['alone', null],
      ['other', 'rack'],
    ],
  );
  assert.equal(providers[0]?.uuid, 'aaaaaaaa-0000-4000-8000-000000000001');
  assert.deepEqual(providers[2]?.traits, [{ name: 'HW_CPU_X86_AVX', place: 'cloud.yaml:7:42' }]);
});

test('ids and extra specs are taken as they are written', () => {
  const { flavors } = givenFile(
    'flavors: [{name: f, id: 007, extra_specs: {a: 1.0, b: yes, c: "", d: 0x10}, rxtx_factor: 1.5}]',
  );
  assert.equal(flavors?.[0]?.id, '007');
  assert.deepEqual(flavors[0].extraSpecs, { a: '1.0', b: 'yes', c: '', d: '0x10' });
  assert.deepEqual(flavors[0].sizes, { rxtxFactor: 1.5 });
});

test('all that is wrong is told, each with its place', () => {
  assert.deepEqual(
    errorsIn(`
traitz: []
resource_classes: [FPGA, 3]
providers:
  - name: a
    inventories: {VCPU: {totl: 3}}
    aggregates: [x]
  - {name: b, trais: [x], traits: {}}
  - {uuid: x, children: [{parent: b, name: ''}]}
flavors:
  - {name: f, ram: many, vcpus: 0, disk: 1.5, projects: [x]}
  - {name: ' g', id: a/b, public: 1, extra_specs: {a/b: c, d: null}, rxtx_factor: -1}
`),
    [
      "c.yaml:2:1: 'traitz' is no member of the file (did you mean 'traits'?)",
      "c.yaml:3:26: an entry of 'resource_classes' is a text, and not 3",
      "c.yaml:3:20: 'FPGA' is not for files to make: it has to begin with CUSTOM_",
      "c.yaml:6:26: 'totl' is no member of an inventory; there are total, reserved, min_unit, max_unit, step_size, allocation_ratio",
      'c.yaml:6:25: total is missing',
      "c.yaml:7:18: an aggregate is a uuid, and not 'x'",
      "c.yaml:8:15: 'trais' is no member of a provider (did you mean 'traits'?)",
      "c.yaml:8:35: 'traits' is a list, and not a mapping",
      "c.yaml:9:12: 'x' is no uuid",
      "c.yaml:9:5: a provider has a 'name'",
      "c.yaml:9:35: a provider that is written in another one's 'children' has that parent",
      'c.yaml:9:26: a name has 1 to 200 characters; this has 0',
      "c.yaml:11:20: 'ram' is a whole number, and not a text",
      "c.yaml:11:33: 'vcpus' is 0; it is 1 to 2147483647",
      "c.yaml:11:42: 'disk' is a whole number, and not 1.5",
      "c.yaml:11:5: 'projects' is for flavors with 'public: false': others are everybody's",
      "c.yaml:12:22: 'a/b' is no id: letters, digits, '.', '_', '-' and blanks, up to 255",
      "c.yaml:12:83: 'rxtx_factor' is a number above 0, and not -1",
      "c.yaml:12:35: 'public' is true or false, and not 1",
      "c.yaml:12:52: 'a/b' is no key: letters, digits, '-', '_', ':', '.' and blanks, up to 255",
      'c.yaml: and more',
    ],
  );
});

test('what is given twice is told with both places', () => {
  assert.deepEqual(
    errorsIn(
      'providers: [{name: a, traits: [X, X]}, {name: a}]\nflavors: [{name: f, id: 1}, {name: g, id: 1}]',
    ),
    [
      "c.yaml:1:35: 'X' is given twice; the first is at c.yaml:1:32",
      "c.yaml:1:40: a provider with the name 'a' is given twice; the first is at c.yaml:1:13",
      "c.yaml:2:29: a flavor with the id '1' is given twice; the first is at c.yaml:2:11",
    ],
  );
});

test('providers that are below one another are told, once', () => {
  assert.deepEqual(
    errorsIn('providers: [{name: c, parent: a}, {name: b, parent: a}, {name: a, parent: b}]'),
    ["c.yaml:1:75: these would be below one another: 'a', 'b'"],
  );
  assert.deepEqual(errorsIn('providers: [{name: a, parent: a}]'), [
    "c.yaml:1:31: these would be below one another: 'a'",
  ]);
});

test('what is no YAML, too much or too deep is refused', () => {
  assert.match(errorsIn('providers: [')[0] ?? '', /^c\.yaml:1:13: not valid YAML/);
  assert.deepEqual(errorsIn(''), ['c.yaml:1:1: there is nothing in this file; it begins with `providers:`']);
  assert.deepEqual(errorsIn('a text'), ['c.yaml:1:1: the file is a mapping, and not a text']);
  assert.match(errorsIn(`traits: [${'a, '.repeat(3_000_000)}]`)[0] ?? '', /the file is too large/);
  assert.match(errorsIn(`traits: ${'['.repeat(200)}`)[0] ?? '', /more than 64 levels/);
  const many = Array.from({ length: 2_001 }, (_, index) => `{name: f${index}}`).join(', ');
  assert.deepEqual(errorsIn(`flavors: [${many}]`), ['c.yaml:1:10: there are 2001 flavors; 2000 are allowed']);
});

test('the file that is documented is a good one', () => {
  const page = readFileSync(new URL('../../../../../docs/cloud-file.md', import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const { providers, flavors } = givenFile(text);
  assert.deepEqual([providers?.length, flavors?.length], [3, 2]);
});
