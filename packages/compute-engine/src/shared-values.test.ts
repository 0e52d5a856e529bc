import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedValues } from './shared-values.ts';

test('equal objects become one', () => {
  const shared = new SharedValues();
  const first = shared.object({ name: 'small', specs: { a: '1' } });
  assert.equal(shared.object({ name: 'small', specs: { a: '1' } }), first);
  assert.notEqual(shared.object({ name: 'small', specs: { a: '2' } }), first);
  assert.equal(shared.object(first), first);
  assert.equal(shared.object(null), null);
});

test('it holds no more than it may', () => {
  const shared = new SharedValues(2);
  const first = shared.object({ number: 1 });
  shared.object({ number: 2 });
  shared.object({ number: 3 });
  assert.notEqual(shared.object({ number: 1 }), first);
});

test('it holds no more characters than it may', () => {
  const shared = new SharedValues(100, 1_000);
  const first = shared.object({ text: 'x' });
  for (let number = 0; number < 20; number++) shared.object({ text: `${number}`.padEnd(100) });
  assert.notEqual(shared.object({ text: 'x' }), first);
});
