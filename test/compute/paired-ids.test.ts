import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../differential/exchange.ts';
import { PairedIds } from './paired-ids.ts';

const [one, other, third] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const answer = (value: unknown): Answer => ({ status: 200, headers: {}, text: JSON.stringify(value) });

test('what both sides have made in the same place has a name, which stands for the id of either side', () => {
  const ids = new PairedIds();
  assert.deepEqual(ids.newIn(answer({ server: { id: one } })), [one]);
  ids.learn({ server: { id: one } }, { server: { id: other } });
  assert.deepEqual(ids.of('server'), ['{server-1}']);
  assert.equal(ids.fill(0, '/servers/{server-1}'), `/servers/${one}`);
  assert.equal(ids.fill(1, '/servers/{server-1}'), `/servers/${other}`);
  assert.equal(ids.mask(0, `no ${one}`), 'no {server-1}');
  assert.equal(ids.mask(1, `no ${other}`), 'no {server-1}');
  assert.equal(ids.mask(1, `no ${one}`), `no ${one}`);
});

test('a thing keeps its name, so that another id for it is a difference', () => {
  const ids = new PairedIds();
  ids.newIn(answer({ flavors: [{ id: one }] }));
  ids.learn({ flavors: [{ id: one }] }, { flavors: [{ id: other }] });
  ids.learn({ flavor: { id: one } }, { flavor: { id: third } });
  assert.deepEqual(ids.of('flavor'), ['{flavor-1}']);
  assert.equal(ids.mask(1, third), third);
});

test('an id that is in an answer for the second time is not new, and one that was never new has no name', () => {
  const ids = new PairedIds();
  ids.learn({ flavor: { id: one } }, { flavor: { id: one } });
  assert.deepEqual(ids.of('flavor'), []);
  assert.deepEqual(ids.newIn(answer([one, one, other])), [one, other]);
  assert.deepEqual(ids.newIn(answer([third, one])), [third]);
});

test('ids are known by the path that they came from', () => {
  const ids = new PairedIds();
  for (const [id, path] of [
    [one, '/servers/{server-1}/os-instance-actions'],
    [other, '/servers/{server-2}/os-instance-actions'],
  ] as const) {
    const body = { instanceActions: [{ request_id: `req-${id}` }] };
    ids.newIn(answer(body));
    ids.learn(body, body, path);
  }
  assert.deepEqual(ids.of('instanceaction'), ['{instanceaction-1}', '{instanceaction-2}']);
  assert.deepEqual(ids.of('instanceaction', '/servers/{server-2}/'), ['{instanceaction-2}']);
});
