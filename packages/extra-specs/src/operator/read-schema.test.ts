import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec } from '../definitions/definition.ts';
import { readOperatorSchema } from './read-schema.ts';
import { describeIssue } from './schema-issue.ts';

describe('a schema', () => {
  test('may be the one of the specification, which is told about its spelling', () => {
    const { contribution, issues } = readOperatorSchema('site.yaml', specification);
    assert.deepEqual(issues.map(describeIssue), [
      'site.yaml:5:3: warning: `namspace` is spelled `namespace`',
      'site.yaml:14:3: warning: `namspace` is spelled `namespace`',
    ]);
    assert.deepEqual(contribution?.source, { kind: 'file', path: 'site.yaml' });
    assert.deepEqual(contribution?.namespaces, [
      {
        name: 'site',
        description: 'Defined by the operator.',
        specs: [
          {
            name: 'nodes',
            description: 'The number of nodes the instance should have.',
            value: { type: 'integer', description: 'The number of nodes.' },
          },
          {
            name: 'cpus.{id}',
            description:
              'A mapping of guest CPUs to the guest node identified by `{id}`. It can be asymmetric.',
            parameters: [{ name: 'id', pattern: '\\d+', description: 'The ID of the guest node.' }],
            value: {
              type: 'string',
              pattern: '\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*',
              description: 'The guest CPUs.',
            },
          },
        ],
      },
    ]);
  });

  test('may say everything that a definition can say', () => {
    const { contribution, issues } = readOperatorSchema('site.yaml', everything);
    assert.deepEqual(issues, []);
    assert.deepEqual(contribution?.namespaces, [
      {
        name: 'gpu{group}',
        description: 'Graphics.',
        parameters: [{ name: 'group', pattern: '[a-z]*', description: 'Which group.' }],
        specs: [
          {
            name: 'model.{slot}',
            description: 'First.\n\nSecond.',
            parameters: [{ name: 'slot', pattern: '[a-zA-Z0-9_. -]+', description: 'Which slot.' }],
            value: { type: 'string', enum: ['a', 'b'], pattern: 'a|b', description: 'The model.' },
            support: { status: 'experimental', note: 'All of it.' },
            drivers: ['libvirt'],
            needs: [{ key: 'hw:cpu_policy', values: ['dedicated'] }, { key: 'hw:mem_page_size' }],
            image: {
              property: 'hw_gpu',
              relation: 'must-agree',
              noticed: 'api',
              rule: 'Both have to say the same.',
            },
          },
        ],
      },
      {
        name: null,
        description: 'Defined by the operator.',
        specs: [
          {
            name: 'old',
            description: 'Old.',
            value: { type: 'integer', min: -1, max: 31 },
            support: { status: 'deprecated', since: '2024.10', replacedBy: 'site:new', reason: 'Slow.' },
          },
          {
            name: 'plain',
            description: 'Plain.',
            value: { type: 'boolean' },
            support: { status: 'supported' },
          },
        ],
      },
    ]);
  });

  test('says where its specs and namespaces stand', () => {
    const { contribution } = readOperatorSchema('site.yaml', everything);
    const [gpu, unnamed] = contribution?.namespaces ?? [];
    assert.equal(contribution?.placeOf(gpu?.specs[0] as ExtraSpec), 'site.yaml:9:11');
    assert.equal(contribution?.placeOf(unnamed?.specs[0] as ExtraSpec), 'site.yaml:34:11');
    assert.deepEqual(contribution?.positionOfNamespace('gpu{group}'), { line: 4, column: 11 });
    assert.equal(contribution?.positionOfNamespace('other'), null);
  });

  test('has values as they are written, so that versions stay what they are', () => {
    const { contribution, issues } = readOperatorSchema(
      'site.yaml',
      spec('value: {type: string, enum: [1.2, 2.0, 0x1F, 010, 1e3, true, yes, "", \'~\']}'),
    );
    assert.deepEqual(issues, []);
    const value = contribution?.namespaces[0]?.specs[0]?.value;
    assert.deepEqual(value, {
      type: 'string',
      enum: ['1.2', '2.0', '0x1F', '010', '1e3', 'true', 'yes', '', '~'],
    });
  });

  test('has a word without the line break that ends a block', () => {
    const { contribution, issues } = readOperatorSchema(
      'site.yaml',
      'version: 1.0\nmetadata:\n- name: >\n    a\n  description: b\n  value:\n    type: string\n    pattern: |\n      &a\n',
    );
    assert.deepEqual(issues, []);
    const [spec] = contribution?.namespaces[0]?.specs ?? [];
    assert.equal(spec?.name, 'a');
    assert.deepEqual(spec?.value, { type: 'string', pattern: '&a' });
  });

  test('has limits as numbers, however they are written', () => {
    const { contribution } = readOperatorSchema('a', spec('value: {type: integer, min: 0x10, max: 1e3}'));
    assert.deepEqual(contribution?.namespaces[0]?.specs[0]?.value, { type: 'integer', min: 16, max: 1000 });
  });

  for (const version of ['1.0', '1', '"1.0"', "'1.0'", '1.00']) {
    test(`may write its version as ${version}`, () => {
      assert.deepEqual(readOperatorSchema('a', `version: ${version}\nmetadata: []\n`).issues, []);
    });
  }

  test('may come from any editor: with a byte order mark, carriage returns, a directive, comments and marks', () => {
    for (const text of [
      `\ufeff${everything}`,
      everything.replaceAll('\n', '\r\n'),
      `%YAML 1.2\n---\n# A comment.\n${everything}...\n# The end.\n`,
      everything.replaceAll(/^( +)- /gm, '# Said.\n$1# Said again.\n$1- '),
      `\ufeff${everything.replaceAll('\n', '\r\n').trimEnd()}`,
    ]) {
      const { contribution, issues } = readOperatorSchema('site.yaml', text);
      assert.deepEqual(issues, []);
      assert.deepEqual(
        contribution?.namespaces,
        readOperatorSchema('site.yaml', everything).contribution?.namespaces,
      );
    }
  });

  test('may say that a spec is deprecated in one word', () => {
    const supportOf = (text: string) =>
      readOperatorSchema('a', spec(text)).contribution?.namespaces[0]?.specs[0]?.support;
    assert.deepEqual(supportOf('value: {type: boolean}, deprecated: true'), {
      status: 'deprecated',
      since: 'an earlier release',
      replacedBy: null,
    });
    assert.equal(supportOf('value: {type: boolean}, deprecated: false'), undefined);
  });

  test('has paragraphs where its author has left a line empty, in any style', () => {
    for (const description of [
      '|\n    One,\n    one.\n\n    Two `a` b *c* 2**3**4.\n',
      '>\n    One,\n    one.\n\n\n    Two ``a`` **b** *c* 2**3**4.\n\n',
      '"One,\n    one.\n\n    Two `a` **b** *c* 2**3**4."\n',
      'One,\n    one.\n\n    Two ``a`` b *c* 2**3**4.\n',
    ]) {
      const text = `version: 1.0\nmetadata:\n- name: a\n  value: {type: boolean}\n  description: ${description}`;
      const { contribution, issues } = readOperatorSchema('a', text);
      assert.deepEqual(issues, []);
      const [one] = contribution?.namespaces[0]?.specs ?? [];
      assert.equal(one?.description, 'One, one.\n\nTwo `a` b *c* 2**3**4.');
    }
  });
});

/** An entry of `metadata` between braces, alone in its file. */
function spec(members: string): string {
  return `version: 1.0\nmetadata:\n- {name: a, namespace: site, description: b, ${members}}\n`;
}

const specification = `---
version: 1.0
metadata:
- name: nodes
  namspace: site
  description: >
    The number of nodes the
    instance should have.
  value:
    type: integer
    description: The number of nodes.

- name: cpus.{id}
  namspace: site
  description: >
    A mapping of **guest** CPUs to the **guest** node identified by
    \`\`{id}\`\`. It can be asymmetric.
  parameters:
  - name: id
    type: integer
    description: >
      The ID of the **guest** node.
  value:
    type: string
    format: '\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*'
    description: >
      The guest CPUs.
`;

const everything = `version: "1.0"

namespaces:
  - name: gpu{group}
    description: Graphics.
    parameters: [{ name: group, type: string, pattern: '[a-z]*', description: Which group. }]

metadata:
  - name: model.{slot}
    namespace: gpu{group}
    description: |
      First.

      Second.
    parameters:
      - name: slot
        description: Which slot.
    value:
      type: string
      enum: [a, b]
      pattern: a|b
      description: The model.
    support: { status: experimental, note: All of it. }
    virt_drivers: [libvirt]
    needs:
      - key: hw:cpu_policy
        values: [dedicated]
      - { key: 'hw:mem_page_size' }
    image:
      property: hw_gpu
      relation: must-agree
      noticed: api
      rule: Both have to say the same.
  - name: old
    description: Old.
    value: { type: integer, min: -1, max: 31 }
    support: { status: deprecated, since: 2024.10, replaced_by: 'site:new', reason: Slow. }
  - name: plain
    description: Plain.
    value: { type: boolean }
    support: { status: supported }
`;
