import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('turns are taken in the order in which they were asked for, and not at once', async () => {
  const turns = new Turns();
  const taken: string[] = [];
  const asked = ['a', 'b', 'c'].map((name) => turns.next().then(() => taken.push(name)));
  assert.deepEqual(taken, []);
  await Promise.all(asked);
  assert.deepEqual(taken, ['a', 'b', 'c']);
});

test('a round ends when its time is used up, and others have theirs before the next one', async () => {
  let now = 0;
  const turns = new Turns(5, () => now);
  const seen: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let step = 0; step < 4; step++) {
      await turns.next();
      seen.push(name);
      now += 3;
    }
  };
  const done = Promise.all([work('a'), work('b'), work('c')]);
  const watch = (): void => {
    seen.push('|');
    if (seen.filter((each) => each !== '|').length < 12) setImmediate(watch);
  };
  setImmediate(watch);
  await done;
  // Two turns use up a round: 3 ms are below 5, 6 are not.
  assert.deepEqual(seen.join('').split('|').filter(Boolean), ['ab', 'ca', 'bc', 'ab', 'ca', 'bc']);
});

test('whoever asks for a turn in vain is not in the way of the next', async () => {
  const turns = new Turns();
  await turns.next();
  await turns.next();
  await Promise.all([turns.next(), turns.next()]);
});

test('what comes by itself may begin until the time of the round is used up, and again in the next one', async () => {
  let now = 0;
  const turns = new Turns(5, () => now);
  const seen: boolean[] = [];
  for (let count = 0; count < 4; count++) {
    seen.push(turns.isRoundOver);
    now += 3;
  }
  assert.deepEqual(seen, [false, false, true, true]);
  await new Promise(setImmediate);
  assert.equal(turns.isRoundOver, false);
});
