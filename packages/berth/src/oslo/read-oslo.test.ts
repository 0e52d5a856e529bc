import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { draw, runsOf, seed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { OsloFile } from './oslo-file.ts';
import { OsloFileUnreadable, readOslo } from './read-oslo.ts';

test('options are read with their section, both spellings of a name, quotes, and lines that go on', () => {
  const text = `one = 1
[group]
two-words: "a b" # no comment
# a comment
third=first,
  second

one = $third and \${two_words}, $$5
`;
  assert.deepEqual(
    readOslo(text).map(({ section, name, value, line }) => [section, name, value, line]),
    [
      ['DEFAULT', 'one', '1', 1],
      ['group', 'two_words', '"a b" # no comment', 3],
      ['group', 'third', 'first,\nsecond', 5],
      ['group', 'one', 'first,\nsecond and "a b" # no comment, $5', 8],
    ],
  );
});

test('options that refer to each other come to an end', () => {
  const [one] = readOslo('one = a$two_words\ntwo_words = b$one');
  assert.ok((one?.value.length ?? 0) < 100);
});

for (const [text, line] of [
  ['one = 1\nno option', 2],
  ['  indented = 1', 1],
  ['[open\none = 1', 1],
  ['= 1', 1],
] as const) {
  test(`what is no file of options is refused with its line, and without its words: ${JSON.stringify(text)}`, () => {
    assert.throws(
      () => readOslo(text),
      (error) => error instanceof OsloFileUnreadable && error.message.startsWith(`line ${line}: `),
    );
  });
}

const groups = ['DEFAULT', 'group', 'other'];
const names = ['one', 'two_words', 'third'];

/** References are to what is above, so that there is something they refer to. */
const anyFile = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: assignment() },
      { weight: 2, arbitrary: fc.constantFrom('[group]', '[other]', '[DEFAULT]', '[more]') },
      { weight: 1, arbitrary: fc.constantFrom('', '# note', '; note', '  more', '\tmore,', '   ') },
      { weight: 0.1, arbitrary: fc.constantFrom('[open', '[]', 'nothing', '= 1', ': 2', '[group] x') },
    ),
    { maxLength: 12 },
  )
  .map((lines) => `one = base\n${lines.join('\n')}\n`);

function assignment(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('one', 'two_words', 'two_words', 'third', 'unknown'),
      fc.constantFrom('=', ' = ', ':', ' : ', '= ', '=  '),
      fc.constantFrom(
        '1',
        'a b',
        '"q"',
        "'q'",
        '"',
        '\'x"',
        'a=b:c',
        '',
        'é',
        'a # b',
        '$$x',
        'x$DEFAULT.one',
        '${DEFAULT.one}y',
      ),
    )
    .map((parts) => parts.join(''));
}

test('oslo.config reads every generated file the same way', (t) => {
  if (!hasPythonModules(t, 'oslo_config')) return;
  const texts = draw(anyFile, runsOf(400));
  const answers = askPython(
    new URL('testing/ask_oslo_config.py', import.meta.url),
    texts,
  ) as readonly (Record<string, string> | null)[];
  const count = { unreadable: 0, read: 0, referring: 0 };
  for (const [index, text] of texts.entries()) {
    const ours = valuesIn(text);
    const theirs = answers[index];
    assert.deepEqual(ours, theirs, `seed ${seed()}, file ${index}: ${JSON.stringify(text)}`);
    count[ours === null ? 'unreadable' : text.includes('$') ? 'referring' : 'read'] += 1;
  }
  // A generator that makes one kind of file only would compare nothing.
  assert.ok(Math.min(...Object.values(count)) > 20, JSON.stringify(count));
});

function valuesIn(text: string): Record<string, string> | null {
  try {
    const { options } = new OsloFile('a.conf', text);
    return Object.fromEntries(
      options
        .filter(({ section, name }) => groups.includes(section) && names.includes(name))
        .map(({ section, name, value }) => [`${section}.${name}`, value]),
    );
  } catch (error) {
    if (error instanceof OsloFileUnreadable) return null;
    throw error;
  }
}
