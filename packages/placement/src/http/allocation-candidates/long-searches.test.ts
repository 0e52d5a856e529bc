import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '@berth/api-kit/turns.ts';
import { paused } from '@berth/engine/candidates/work.ts';
import { LongSearches, type Making } from './long-searches.ts';

/** Something that takes so many turns, and notes what becomes of it. */
class Counting implements Making<string> {
  readonly name: string;
  readonly #log: string[];
  #left: number;

  constructor(name: string, turns: number, log: string[]) {
    this.name = name;
    this.#left = turns;
    this.#log = log;
  }

  make(): string | typeof paused {
    this.#log.push(this.name);
    return --this.#left > 0 ? paused : this.name;
  }

  leave(): void {
    this.#log.push(`${this.name} left`);
  }
}

const wanted = () => false;
const never = (): Making<string> => assert.fail('nobody has to begin anew');

test('those that have a seat go on one after the other, for some turns each', async () => {
  const searches = new LongSearches(new Turns(), 3, 2);
  const log: string[] = [];
  const results = await Promise.all([
    searches.goOn(new Counting('a', 5, log), never, wanted),
    searches.goOn(new Counting('b', 2, log), never, wanted),
    searches.goOn(new Counting('c', 3, log), never, wanted),
  ]);
  assert.deepEqual(results, ['a', 'b', 'c']);
  assert.deepEqual(log.join(''), 'aabbccaaca');
  assert.equal(searches.seatedCount, 0);
});

test('whoever finds no seat forgets what it has, waits, and begins anew', async () => {
  const searches = new LongSearches(new Turns(), 1, 4);
  const log: string[] = [];
  const first = searches.goOn(new Counting('a', 2, log), never, wanted);
  const second = searches.goOn(new Counting('b', 9, log), () => new Counting('b again', 1, log), wanted);
  assert.deepEqual(log, ['b left']);
  assert.equal(searches.waitingCount, 1);
  assert.deepEqual(await Promise.all([first, second]), ['a', 'b again']);
  assert.deepEqual(log, ['b left', 'a', 'a', 'b again']);
  assert.deepEqual([searches.seatedCount, searches.waitingCount], [0, 0]);
});

test('what nobody wants any more is not gone on with, and its seat is given on', async () => {
  const searches = new LongSearches(new Turns(), 1, 4);
  const log: string[] = [];
  let hasLeft = false;
  const first = searches.goOn(new Counting('a', Infinity, log), never, () => hasLeft);
  const second = searches.goOn(new Counting('b', 9, log), never, () => true);
  const third = searches.goOn(new Counting('c', 9, log), () => new Counting('c again', 1, log), wanted);
  hasLeft = true;
  assert.deepEqual(await Promise.all([first, second, third]), [null, null, 'c again']);
  assert.deepEqual(log, ['b left', 'c left', 'a left', 'c again']);
  assert.equal(searches.seatedCount, 0);
});

test('what fails frees its seat', async () => {
  const searches = new LongSearches(new Turns(), 1, 4);
  const failing = {
    make: () => assert.fail('it fails'),
    leave: () => {},
  };
  const failingAnew = () => assert.fail('it fails anew');
  const outcomes = await Promise.allSettled([
    searches.goOn(failing, never, wanted),
    searches.goOn(new Counting('b', 2, []), failingAnew, wanted),
    searches.goOn(new Counting('c', 2, []), () => new Counting('c', 1, []), wanted),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual([searches.seatedCount, searches.waitingCount], [0, 0]);
});
