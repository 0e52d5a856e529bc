import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionCommand, listCommand } from './client-command.ts';
import { choice, flag, neededText, pairs, someTexts, text, texts, whole } from './option.ts';
import { parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage-error.ts';

const command = listCommand('compute', {
  takes: { first: neededText('<first>', ''), others: texts('<other>', '') },
  options: {
    name: text('<name>', ''),
    nameOnly: flag(''),
    limit: whole('<n>', ''),
    tag: texts('<tag>', '', { aliases: ['-t'] }),
    property: pairs(''),
    mode: choice(['cold', 'live'], '', { not: ['nameOnly'] }),
  },
  columns: [],
  list: async () => [],
});

const parsed = (...args: readonly string[]) => parseArguments(command, args);
const refused = (pattern: RegExp, ...args: readonly string[]) =>
  assert.throws(
    () => parsed(...args),
    (error) => error instanceof UsageError && pattern.test(error.message),
  );

test('options and words may stand in any order, with a blank or an equals sign', () => {
  const { values } = parsed(
    '--name',
    'a b',
    'one',
    '--limit=-1',
    'two',
    '-t',
    'x',
    '-ty',
    '--property',
    'k=v=w',
    'three',
  );
  assert.deepEqual(values, {
    first: 'one',
    others: ['two', 'three'],
    name: 'a b',
    nameOnly: false,
    limit: -1,
    tag: ['x', 'y'],
    property: { k: 'v=w' },
    mode: undefined,
  });
});

test('behind two dashes there are words alone', () => {
  assert.deepEqual(parsed('--', '--name', '-x').values['others'], ['-x']);
});

test('the beginning of an option is enough where there is one such; underscores are dashes', () => {
  assert.equal(parsed('one', '--lim', '3').values['limit'], 3);
  assert.equal(parsed('one', '--name_only').values['nameOnly'], true);
  assert.equal(parsed('one', '--name', 'x').values['name'], 'x');
  refused(/^--nam: could be --name, --name-only/, 'one', '--nam', 'x');
});

test('options of formats are taken for what they are', () => {
  const { format } = parsed(
    'one',
    '-f',
    'json',
    '-c',
    'ID',
    '--column',
    'Name',
    '--sort-descending',
    '--max-width',
    '80',
  );
  assert.deepEqual(
    [format.format, format.columns, format.isDescending, format.maxWidth],
    ['json', ['ID', 'Name'], true, 80],
  );
});

test('what is wrong is told, with what may be meant', () => {
  refused(/^<first> is missing$/);
  refused(/^--limt: there is no such option \(did you mean '--limit'\?\)$/, 'one', '--limt', '3');
  refused(/^--limit: must be a whole number, not 'x'$/, 'one', '--limit', 'x');
  refused(/^--name: needs a value/, 'one', '--name');
  refused(/^--name: needs a value/, 'one', '--name', '--limit');
  refused(/^--name-only: takes no value$/, 'one', '--name-only=x');
  refused(/^--mode: must be one of cold, live, not 'liv' \(did you mean 'live'\?\)$/, 'one', '--mode', 'liv');
  refused(/^--mode and --name-only: only one of them$/, 'one', '--mode', 'live', '--name-only');
  refused(/^--property: must be key=value, not 'x'$/, 'one', '--property', 'x');
  refused(/^--format: must be one of/, 'one', '-f', 'xml');
});

test('a command without output takes no format; what repeats leaves words for those behind it', () => {
  const action = actionCommand('compute', {
    takes: { names: someTexts('<name>', ''), last: neededText('<last>', '') },
    act: async () => {},
  });
  assert.deepEqual(parseArguments(action, ['a', 'b', 'c']).values, { names: ['a', 'b'], last: 'c' });
  assert.throws(() => parseArguments(action, ['a', 'b', '-f', 'json']), UsageError);
  assert.throws(() => parseArguments(action, ['a']), /<name> is missing|<last> is missing/);
});
