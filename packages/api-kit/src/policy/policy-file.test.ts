import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkText } from './check.ts';
import { parsePolicyFile, PolicyFileError } from './policy-file.ts';

test('a YAML file gives its rules with the lines they stand on', () => {
  const file = parsePolicyFile(
    `# who may read
"viewer": "role:cloud_viewer or rule:admin_api"

placement:traits:list: rule:viewer
placement:usages: >-
  role:reader and
  project_id:%(project_id)s
`,
    'policy.yaml',
  );
  assert.deepEqual(
    [...file.rules].map(([name, { check, where }]) => [name, checkText(check), where]),
    [
      ['viewer', 'role:cloud_viewer or rule:admin_api', 'policy.yaml:2'],
      ['placement:traits:list', 'rule:viewer', 'policy.yaml:4'],
      ['placement:usages', 'role:reader and project_id:%(project_id)s', 'policy.yaml:5'],
    ],
  );
  assert.deepEqual(file.warnings, []);
});

test('a JSON file is read too, tabs, list form and all', () => {
  const file = parsePolicyFile(
    '{\n\t"a": "",\n\t"b": "!",\n\t"c": [["role:x", "role:y"], "role:z"]\n}\n',
    'policy.json',
  );
  assert.deepEqual(
    [...file.rules.values()].map(({ check, where }) => [checkText(check), where]),
    [
      ['@', 'policy.json:2'],
      ['!', 'policy.json:3'],
      ['(role:x and role:y) or role:z', 'policy.json:4'],
    ],
  );
});

test('a file without rules changes nothing', () => {
  for (const text of ['', '# all as it was\n', '{}', '---\n']) {
    assert.equal(parsePolicyFile(text, 'policy.yaml').rules.size, 0);
  }
});

test('an alias stands for the text it points to', () => {
  const file = parsePolicyFile('a: &viewer role:viewer\nb: *viewer\n', 'policy.yaml');
  assert.deepEqual(file.rules.get('b')?.check, file.rules.get('a')?.check);
});

test('a rule that stands twice counts as it stands last, with a warning', () => {
  const file = parsePolicyFile('a: role:x\nb: role:y\na: role:z\n', 'policy.yaml');
  assert.equal(file.rules.get('a')?.where, 'policy.yaml:3');
  assert.deepEqual(file.warnings, ['policy.yaml:3: a replaces the one at policy.yaml:1']);
});

test('a word that is no check is named with its line', () => {
  const { warnings } = parsePolicyFile('viewer: is_admin or role:viewer\n', 'policy.yaml');
  assert.deepEqual(warnings, [
    "policy.yaml:1: viewer: 'is_admin' is not a check (was 'rule:is_admin' meant?); it counts as a no",
  ]);
});

test('all that is wrong with a file is told at once, with lines', () => {
  const text = `a: role:x or
b:
c: true
d: !
e: 7
f: {g: h}
1: role:x
i: [[role:x, 5]]
j: !secret x
`;
  assert.throws(() => parsePolicyFile(text, 'policy.yaml'), {
    name: 'PolicyFileError',
    message: [
      'policy.yaml:1: a: cannot read "role:x or": a check is missing at the end',
      'policy.yaml:2: b must be a text in quotes: it is empty',
      'policy.yaml:3: c must be a text in quotes: it is true',
      "policy.yaml:4: d must be a text in quotes: write '!' in quotes to deny",
      'policy.yaml:5: e must be a text in quotes: it is 7',
      'policy.yaml:6: f must be a text in quotes: it is something else',
      'policy.yaml:7: the name of a rule is a text',
      'policy.yaml:8: i must be a text in quotes: it is a list of something else',
      'policy.yaml:9: j must be a text in quotes: it is "x"',
    ].join('\n'),
  });
});

test('text that is not YAML, or not a map, is refused with its line', () => {
  for (const [text, line] of [
    ['a: "role:x"\n  b: role:y\n', 2],
    ['a: @\n', 1],
    ['\n- role:x\n', 2],
    ['role:x\n', 1],
    ['a: b\n---\nc: d\n', 2],
    ['{"a": "b"', 1],
  ] as const) {
    assert.throws(
      () => parsePolicyFile(text, 'policy.yaml'),
      (error) => error instanceof PolicyFileError && error.message.startsWith(`policy.yaml:${line}: `),
      text,
    );
  }
});
