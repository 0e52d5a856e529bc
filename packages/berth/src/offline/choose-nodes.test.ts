import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../config/config-error.ts';
import { chooseNodes } from './choose-nodes.ts';

const nodes = ['a', 'b', 'c'].map((name) => ({ uuid: `uuid-${name}`, name }));
const namesIn = (text: string) => chooseNodes(nodes, text, 'file').map(({ name }) => name);

test('nodes are chosen by name or uuid, each once, in their own order', () => {
  assert.deepEqual(namesIn('c # the last\n\nuuid-a\r\n  a\n'), ['a', 'c']);
});

test('one that is not there is told with its line, and of many not all', () => {
  const problemsOf = (text: string) => {
    try {
      return chooseNodes(nodes, text, 'file');
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.problems;
    }
  };
  assert.deepEqual(problemsOf('a\n#\nd'), ["file:3: there is no node 'd'"]);
  assert.deepEqual(problemsOf('d\n'.repeat(12)).slice(-1), ['and 2 more']);
  assert.deepEqual(problemsOf('# none\n'), ['file: names no node']);
});
