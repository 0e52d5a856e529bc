import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arrivals } from './arrivals.ts';
import { Turns } from './turns.ts';

const nextRound = () => new Promise(setImmediate);

test('one who comes now and then does not go first', async () => {
  const arrivals = new Arrivals(() => 0);
  for (let count = 0; count < 5; count++) {
    arrivals.note();
    arrivals.note();
    assert.equal(arrivals.goFirst, false);
    // Two rounds, in the second of which nobody comes.
    await nextRound();
    await nextRound();
  }
});

test('those who come in every round go first, until others had to wait for long', async () => {
  let now = 0;
  const arrivals = new Arrivals(() => now);
  const seen: boolean[] = [];
  for (let round = 0; round < 8; round++) {
    arrivals.note();
    seen.push(arrivals.goFirst);
    now += 20;
    await nextRound();
  }
  assert.deepEqual(seen, [false, false, true, true, true, false, false, false]);
  arrivals.letOthersGo();
  assert.equal(arrivals.goFirst, true);
});

test('when nobody comes any more, nobody goes first', async () => {
  const arrivals = new Arrivals(() => 0);
  for (let round = 0; round < 4; round++) {
    arrivals.note();
    await nextRound();
  }
  assert.equal(arrivals.goFirst, true);
  await nextRound();
  await nextRound();
  assert.equal(arrivals.goFirst, false);
});

test('long work waits for those who arrive, and has its turn all the same', async () => {
  let now = 0;
  const turns = new Turns(5, () => now);
  let rounds = 0;
  const arrive = (): void => {
    turns.arrived();
    rounds++;
    now += 10;
    if (rounds < 100) setImmediate(arrive);
  };
  arrive();
  for (let count = 0; count < 4; count++) await nextRound();
  assert.equal(turns.isRoundOver, true);
  const before = rounds;
  await turns.next();
  assert.ok(rounds - before >= 4 && rounds < 100, `${rounds - before} rounds`);
});
