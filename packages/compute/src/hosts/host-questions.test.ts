import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerId } from '@berth/engine/testing/names.ts';
import { HostQuestions } from './host-questions.ts';

const question = { kind: 'console-output', serverId: consumerId('vm1') } as const;

test('a question is given to its host once, and answered by that host alone', async () => {
  const questions = new HostQuestions();
  const rung: string[] = [];
  questions.onAsked = (host) => rung.push(host);
  const asked = questions.ask('host1', question, 60_000);
  assert.deepEqual([rung, questions.givenTo('host2')], [['host1'], []]);
  const [given] = questions.givenTo('host1');
  assert.ok(given);
  assert.deepEqual([given, questions.givenTo('host1')], [{ ...question, id: given.id }, []]);
  questions.answer('host2', given.id, { kind: 'told', output: 'not mine' });
  questions.answer('host1', 'another', { kind: 'told', output: 'not this' });
  questions.answer('host1', given.id, { kind: 'told', output: 'mine' });
  assert.deepEqual(await asked, { kind: 'told', output: 'mine' });
  questions.answer('host1', given.id, { kind: 'unsupported' });
});

test('what is not answered in time is not asked any more', async () => {
  const questions = new HostQuestions();
  assert.deepEqual(await questions.ask('host1', question, 1), { kind: 'time' });
  assert.deepEqual(questions.givenTo('host1'), []);
});

test('a host is asked a hundred things at most', async () => {
  const questions = new HostQuestions();
  const asked = Array.from({ length: 101 }, () => questions.ask('host1', question, 60_000));
  assert.deepEqual(await asked.at(-1), { kind: 'full' });
  const given = questions.givenTo('host1');
  assert.equal(given.length, 100);
  for (const { id } of given) questions.answer('host1', id, { kind: 'not there' });
  const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
  assert.deepEqual(new Set(kinds.slice(0, 100)), new Set(['not there']));
});
