import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OngoingTrouble } from './ongoing-trouble.ts';

function trouble() {
  const lines: string[] = [];
  let now = 0;
  const log = (level: string) => (fields: object, msg?: string) => {
    const { times } = fields as { readonly times: number };
    lines.push(`${level} ${msg} ${times}`);
  };
  const it = new OngoingTrouble(
    { error: log('error'), warn: log('warn') },
    { begins: 'begins', goesOn: 'goes on', ends: 'ends' },
    () => now,
  );
  return { it, lines, pass: (ms: number) => void (now += ms) };
}

test('a trouble is told when it begins, once a minute with its count, and when it ends', () => {
  const { it, lines, pass } = trouble();
  assert.equal(it.isOn, false);
  it.happened('no');
  for (let times = 0; times < 1_000; times++) it.happened('no');
  assert.equal(it.isOn, true);
  assert.deepEqual(lines, ['error begins 1']);
  pass(60_000);
  it.isStillSo('no');
  assert.deepEqual(lines.slice(1), ['error goes on 1000']);
  it.happened('no');
  it.ended();
  it.ended();
  assert.deepEqual(lines.slice(2), ['warn ends 1']);
  assert.equal(it.isOn, false);
});

test('one that comes and goes makes no more lines than one that stays', () => {
  const { it, lines, pass } = trouble();
  for (let times = 0; times < 600; times++) {
    it.happened('no');
    it.ended();
    pass(100);
  }
  // A minute: the first, its end, and what was counted until it was told of again.
  assert.deepEqual(lines, ['error begins 1', 'warn ends 0']);
  it.happened('no');
  assert.deepEqual(lines.slice(2), ['error goes on 600']);
});
