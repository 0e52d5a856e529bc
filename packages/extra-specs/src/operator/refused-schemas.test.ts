import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onOneLine } from '../quote.ts';
import { readOperatorSchema } from './read-schema.ts';
import { describeIssue } from './schema-issue.ts';

/**
 * What is refused, with `‸` where the message has to point to. A text that begins with `- ` is an entry of `metadata`, one that
 * begins with `{` the members of a value.
 */
const cases: Readonly<Record<string, readonly (readonly [written: string, said: string | RegExp])[]>> = {
  'no file of this format': [
    ['‸', /^there is nothing in this file/],
    ['‸# Only a comment.\n', /^there is nothing in this file/],
    ['‸---\n', /^there is nothing in this file/],
    ['‸a text', "the file has to be a mapping, not 'a text'"],
    ['‸- 1\n', 'the file has to be a mapping, not a list'],
    ['version: ‸2.0\nmetadata: 5\n', '2.0 is no version of this format that is known; known is 1.0'],
    ['version: ‸"1.1"\nmetadata: []\n', "'1.1' is no version of this format that is known; known is 1.0"],
    [
      'version: ‸3\nmetadata: [{name: a/b, description: c, value: {type: integer, min: 2, max: 1}}]\n',
      '3 is no version of this format that is known; known is 1.0',
    ],
    ['version: ‸[1]\nmetadata: []\n', 'a list is no version of this format that is known; known is 1.0'],
    ['‸metadata: []\n', "'version' is missing here"],
    ['‸version: 1.0\n', "'metadata' is missing here"],
    ['version: 1.0\nmetadata: ‸{}\n', "'metadata' has to be a list, not a mapping"],
    ['version: 1.0\nmetadata:‸\n', "'metadata' has to be a list, not nothing"],
    ['version: 1.0\n‸metdata: []\nmetadata: []', "'metdata' is not known here; did you mean 'metadata'?"],
  ],
  'another kind of YAML': [
    ['version: 1.0\nmetadata: ‸&all []\n', /^anchors .* cannot be used/],
    ['version: 1.0\nmetadata: ‸*all\n', /^aliases .* cannot be used/],
    ['version: ‸!!float 1.0\nmetadata: []\n', /^tags .* cannot be used/],
    ['version: 1.0\nmetadata: ‸!own []\n', /^tags .* cannot be used/],
    ['‸%TAG ! tag:example.org,2000:\n---\nversion: 1.0\nmetadata: []\n', /^directives cannot be used/],
    ['‸%YAML 1.1\n---\nversion: 1.0\nmetadata: []\n', /^directives cannot be used/],
    ['version: 1.0\nmetadata: []\n‸---\nversion: 1.0\nmetadata: []\n', /^a second document begins here/],
    ['version: 1.0\nmetadata: []\n‸version: 1.0\n', "'version' is given twice; the first is in line 1"],
    ['version: 1.0\nmetadata: []\n‸"version": 1.0\n', "'version' is given twice; the first is in line 1"],
    ['version: 1.0\nmetadata: []\n‸[a]: 1\n', 'the name of a member has to be a plain word'],
    ['version: 1.0\nmetadata: []\n‸<<: {}\n', /^'<<' is not known here/],
    [
      `version: 1.0\nmetadata: ${'['.repeat(18)}‸${'['.repeat(40_000)}`,
      'more than 20 levels lie in one another here',
    ],
  ],
  'no YAML': [
    ['version: 1.0\nmetadata:\n‸\t- name: a\n', /^not valid YAML: tabs are not allowed/],
    ['version: 1.0\nmetadata: [‸', /^not valid YAML: flow sequence in block collection/],
    ['version: 1.0\nmetadata: "open\n‸', /^not valid YAML: missing closing "quote/],
    ['version:\n  - 1.0\n‸ metadata: []\n', /^not valid YAML: /],
    ['version: 1.0\n‸metadata\n', /^not valid YAML: implicit map keys need/],
    ['version: 1.0\nmetadata: []\n# ‸\0\n', 'the character U+0000 cannot be used in a schema'],
    ['version: 1.0\n\u{1f600}‸\u202e: []\n', 'the character U+202E cannot be used in a schema'],
    ['version: 1.0\n# ‸\ud800', 'the character U+D800 cannot be used in a schema'],
    ['version: 1.0\n‸\ufeffmetadata: []', 'the character U+FEFF cannot be used in a schema'],
    ['version: 1.0‸\rmetadata: []\n', 'a carriage return without a line feed cannot be used in a schema'],
    [
      '- {name: a, description: ‸"\\0", value: {type: string}}',
      'the character U+0000 cannot be used in a text',
    ],
    ['- {name: a, description: ‸"\\ud800", value: {type: string}}', /^the character U\+D800 cannot be used/],
  ],
  'an entry with another shape': [
    ['- ‸5', "entry 1 of 'metadata' has to be a mapping, not 5"],
    ['- ‸{description: b, value: {type: boolean}}', "'name' is missing here"],
    ['- ‸{name: a, value: {type: boolean}}', "'description' is missing here"],
    ['- ‸{name: a, description: b}', "'value' is missing here"],
    ["- {name: ‸'', description: b, value: {type: boolean}}", "'name' is empty"],
    [
      '- {name: ‸2, description: b, value: {type: boolean}}',
      "'name' has to be a text, not 2; write it in quotes",
    ],
    ['- {name: ‸, description: b, value: {type: boolean}}', "'name' has to be a text, not nothing"],
    ["- {name: a, description: ‸'  ', value: {type: boolean}}", "'description' is empty"],
    [
      `- {name: a, description: ‸${'b'.repeat(10_001)}, value: {type: boolean}}`,
      "'description' is too long; it may have 10000 characters",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, ‸values: 1}',
      /^'values' is not known here; did you mean 'value'/,
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, ‸__proto__: {a: 1}}',
      "'__proto__' is not known here; known are name, namespace, description, parameters, value, deprecated, support, virt_drivers, needs, image",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, ‸constructor: 1}',
      /^'constructor' is not known here/,
    ],
    [
      '- {name: a, namespace: x, ‸namspace: x, description: b, value: {type: boolean}}',
      '`namspace` and `namespace` are the same; leave `namspace` out',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, ‸deprecated: true, support: {status: supported}}',
      '`support` says it already; leave `deprecated` out',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, deprecated: ‸yes}',
      "'deprecated' has to be true or false, not 'yes'",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: ‸{status: deprecated}}',
      "'since' is missing here",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: {status: supported, ‸since: x}}',
      '`since` is for the status deprecated',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: {status: experimental, ‸replaced_by: x}}',
      '`replaced_by` is for the status deprecated',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: {status: experimental, ‸reason: x}}',
      '`reason` is for the status deprecated',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: {status: supported, ‸note: x}}',
      '`note` is for the status experimental',
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, support: {status: ‸depricated}}',
      "'status' has to be one of supported, deprecated, experimental, not 'depricated'; did you mean 'deprecated'?",
    ],
    ['- {name: a, description: b, value: {type: boolean}, virt_drivers: ‸[]}', "'virt_drivers' is empty"],
    [
      '- {name: a, description: b, value: {type: boolean}, virt_drivers: [c, ‸c]}',
      "'c' is in this list twice",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, needs: [{key: c, values: [1, ‸1]}]}',
      "'1' is in this list twice",
    ],
    ['- {‸name, description: b, value: {type: boolean}}', "'name' has to be a text, not nothing"],
    ['- {name: a, description: b, value: {type: boolean}, needs: [‸{}]}', "'key' is missing here"],
    [
      '- {name: a, description: b, value: {type: boolean}, needs: [{key: c, values: ‸[]}]}',
      "'values' is empty",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, image: {property: c, relation: ‸both, noticed: api, rule: d}}',
      /^'relation' has to be one of flavor-wins, .*, not 'both'$/,
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, parameters: [{name: n, type: ‸text, description: d}]}',
      "'type' has to be one of string, integer, not 'text'",
    ],
    [
      `- {name: a, description: b, value: {type: boolean}, parameters: ‸[${'{name: n, description: d}, '.repeat(17)}]}`,
      "'parameters' has too many entries; it may have 16",
    ],
  ],
  'a value that cannot be': [
    ['‸{}', "'type' is missing here"],
    [
      '{type: ‸strng}',
      /^'type' has to be one of string, integer, boolean, not 'strng'; did you mean 'string'\?$/,
    ],
    ['{type: string, pattern: a, ‸format: a}', '`format` and `pattern` are the same; leave one of them out'],
    ['{type: string, ‸min: 1}', '`min` is for a value of the type integer'],
    ['{type: boolean, ‸max: 1}', '`max` is for a value of the type integer'],
    ['{type: integer, ‸enum: [1]}', '`enum` is for a value of the type string'],
    ['{type: integer, ‸pattern: a}', '`pattern` is for a value of the type string'],
    ['{type: boolean, ‸format: a}', '`format` is for a value of the type string'],
    ['{type: string, enum: ‸[]}', "'enum' is empty"],
    ['{type: string, enum: ‸a}', "'enum' has to be a list, not 'a'"],
    [
      '{type: string, enum: [a, ‸null]}',
      /^entry 2 of 'enum' has to be a text .*, not null; write it in quotes$/,
    ],
    ['{type: string, enum: [a, ‸[]]}', /^entry 2 of 'enum' has to be a text .*, not a list$/],
    ['{type: string, enum: [1.0, 1, ‸"1"]}', "'1' is in this list twice"],
    ['{type: integer, min: ‸one}', "'min' has to be a whole number, not 'one'"],
    ['{type: integer, min: ‸1.5}', "'min' has to be a whole number, not 1.5"],
    ['{type: integer, min: ‸.nan}', "'min' has to be a whole number, not .nan"],
    [
      '{type: integer, max: ‸9007199254740993}',
      /^'max' has to be at most 9007199254740991, not 9007199254740993$/,
    ],
    ['{type: integer, min: ‸-9007199254740993}', /^'min' has to be at least -9007199254740991, not -9/],
    ['{type: integer, min: ‸3, max: 2}', 'the minimum 3 is above the maximum 2'],
    ["{type: string, pattern: ‸'(a'}", 'the value: the pattern is not valid: missing closing ): `(a`'],
    ["{type: string, format: ‸'(?=a)'}", /^the value: the pattern is not valid: .*`\(\?=`$/],
    ["{type: string, format: ‸'(a)\\1'}", /^the value: the pattern is not valid: /],
    ["{type: string, pattern: ‸'a{999}b{999}c{999}d{999}e{999}f{999}'}", /repeats too much/],
    [`{type: string, pattern: ‸${'a'.repeat(1001)}}`, "'pattern' is too long; it may have 1000 characters"],
    ["{type: string, pattern: ‸''}", "'pattern' is empty"],
  ],
  'a key that cannot be': [
    ['- {name: ‸a/b, description: b, value: {type: boolean}}', /^a key cannot have "\/" in it/],
    ['- {name: a, namespace: ‸a/b, description: b, value: {type: boolean}}', /^a key cannot have "\/" in it/],
    ["- {name: a, namspace: ‸'a:b', description: b, value: {type: boolean}}", /^a namespace has no colon/],
    [
      "- {name: ‸'a:b', description: b, value: {type: boolean}}",
      /^what stands before the colon is the namespace/,
    ],
    ["- {name: ‸'a.{n}', description: b, value: {type: boolean}}", /^'\{n\}' in 'a\.\{n\}' is not described/],
    [
      "- {name: b, namespace: ‸'a{n}', description: b, value: {type: boolean}}",
      /^'\{n\}' in 'a\{n\}:b' is not described/,
    ],
    [
      '- {name: a, description: b, value: {type: boolean}, parameters: [{name: ‸n, description: c}]}',
      "the parameter 'n' does not occur in 'a'",
    ],
    [
      "- {name: 'a{n}', description: b, value: {type: boolean}, parameters: [{name: n, description: c, pattern: ‸'['}]}",
      /^the parameter 'n': the pattern is not valid/,
    ],
    [
      "- {name: 'a{n}', description: b, value: {type: boolean}, parameters: [{name: n, description: c}, {name: ‸n, description: c}]}",
      "the parameter 'n' is described twice",
    ],
    [
      '- {name: a, description: b, value: {type: boolean}}\n- {name: ‸a, description: b, value: {type: boolean}}',
      "'a' is defined in line 3 already",
    ],
    [
      "version: 1.0\nnamespaces: [{name: 'x{n}', description: b, parameters: [{name: n, description: c, pattern: ‸'['}]}]\nmetadata: [{name: a, namespace: 'x{n}', description: b, value: {type: boolean}}]",
      /^the parameter 'n': the pattern is not valid/,
    ],
    [
      'version: 1.0\nnamespaces: [{name: x, description: b}, {name: ‸x, description: b}]\nmetadata: [{name: a, namespace: x, description: b, value: {type: boolean}}]',
      "the namespace 'x' is described in line 2 already",
    ],
  ],
};

for (const [kind, list] of Object.entries(cases)) {
  describe(`refuses ${kind}`, () => {
    for (const [written, said] of list) {
      test(onOneLine(written.replaceAll('\n', '⏎'), 70), () => {
        const { text, place } = unmarked(whole(written));
        const { contribution, issues } = readOperatorSchema('site.yaml', text);
        assert.equal(contribution, null);
        const [only, ...others] = issues.filter(({ severity }) => severity === 'error');
        assert.deepEqual(others, []);
        assert.deepEqual(only?.position, place);
        if (typeof said === 'string') assert.equal(only?.text, said);
        else assert.match(only?.text ?? '', said);
      });
    }
  });
}

test('everything that is wrong is told, in the order of the file', () => {
  const { issues } = readOperatorSchema(
    'site.yaml',
    `version: 1.0
metadata:
  - name: a
    namspace: site
    description: b
    value: { type: integer, min: 3, max: 2 }
  - name: b
    value: { typ: string }
  - name: a
    namspace: site
    description: b
    value: { type: string, pattern: '(' }
`,
  );
  assert.deepEqual(issues.map(describeIssue), [
    'site.yaml:4:5: warning: `namspace` is spelled `namespace`',
    'site.yaml:6:34: error: the minimum 3 is above the maximum 2',
    "site.yaml:7:5: error: 'description' is missing here",
    "site.yaml:8:12: error: 'type' is missing here",
    "site.yaml:8:14: error: 'typ' is not known here; did you mean 'type'?",
    "site.yaml:9:11: error: 'site:a' is defined in line 3 already",
    'site.yaml:10:5: warning: `namspace` is spelled `namespace`',
    'site.yaml:12:37: error: the value: the pattern is not valid: missing closing ): `(`',
  ]);
});

test('of a thousand errors the first hundred are told, and how many there are', () => {
  const { issues } = readOperatorSchema('a', `version: 1.0\nmetadata:\n${'- 1\n'.repeat(1000)}`);
  assert.equal(issues.length, 100);
  assert.equal(issues[99]?.text, "entry 100 of 'metadata' has to be a mapping, not 1 (and 900 more errors)");
});

test('a file is refused that is too large, in characters, in words, or in the work of its patterns', () => {
  const said = (text: string) => readOperatorSchema('a', text).issues.map(describeIssue);
  assert.deepEqual(said(`# ${'a'.repeat(1024 * 1024)}`), [
    'a:1:1: error: the file is too large: 1048576 bytes are allowed',
  ]);
  assert.deepEqual(said('- \n'.repeat(30_000)), [
    'a:20000:3: error: the file is too large: it has more than 60000 words and marks',
  ]);
  const entry = (index: number) =>
    `- {name: a${index}, description: b, value: {type: string, pattern: '\\w{900}${index}'}}\n`;
  const heavy = Array.from({ length: 200 }, (_, index) => entry(index));
  assert.deepEqual(said(`version: 1.0\nmetadata:\n${heavy.join('')}`), [
    'a:109:3: error: the patterns up to here are too much for one file; use several, or simpler patterns',
  ]);
});

test('what operators may well write is not too large: 500 specs with patterns', () => {
  const entry = (index: number) => `- name: disk${index}.{n}
  namespace: site
  description: A disk.
  parameters:
    - name: n
      type: integer
      description: Which.
  value:
    type: string
    pattern: '\\d+(-\\d+)?(,\\d+(-\\d+)?)*'
    description: Where.
`;
  const text = `version: 1.0\nmetadata:\n${Array.from({ length: 500 }, (_, index) => entry(index)).join('')}`;
  const { contribution, issues } = readOperatorSchema('a', text);
  assert.deepEqual(issues, []);
  assert.equal(contribution?.namespaces[0]?.specs.length, 500);
});

test('nobody becomes part of every object by way of a schema', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const name of ['__proto__', 'constructor', '"__proto__"', 'prototype']) {
    for (const text of [
      `${name}: {polluted: 1}\nversion: 1.0\nmetadata: []\n`,
      `version: 1.0\nmetadata: [{name: a, description: b, value: {type: string, ${name}: {polluted: 1}}}]\n`,
    ]) {
      assert.equal(readOperatorSchema('a', text).contribution, null);
    }
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('a message stays on its line, whatever it quotes', () => {
  for (const long of [`"\\n${'x'.repeat(500)}"`, `"${'\u{1f600}\\t'.repeat(100)}"`]) {
    for (const text of [
      `version: 1.0\nmetadata: []\n${long}: 1\n`,
      `version: ${long}\nmetadata: []\n`,
      `version: 1.0\nmetadata: ${long}\n`,
      `version: 1.0\nmetadata: []\n}${long}\n`,
    ]) {
      const { issues } = readOperatorSchema('a', text);
      assert.ok(issues.length > 0);
      for (const issue of issues) assert.match(describeIssue(issue), /^[ -~…\u{1f600}]{1,300}$/u);
    }
  }
});

function whole(written: string): string {
  const inside = written.replace('‸', '');
  if (inside.startsWith('{')) return whole(`- {name: a, description: b, value: ${written}}`);
  const isEntry = inside.startsWith('- {') || inside === '- 5';
  return isEntry ? `version: 1.0\nmetadata:\n${written}\n` : written;
}

function unmarked(marked: string): { text: string; place: { line: number; column: number } } {
  const [before = '', after = ''] = marked.split('‸');
  const lines = before.split('\n');
  return {
    text: before + after,
    place: { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 },
  };
}
