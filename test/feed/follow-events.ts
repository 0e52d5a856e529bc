import { setTimeout as sleep } from 'node:timers/promises';
import type { Prng } from '@berth/testing/prng.ts';
import type { WireChange } from './change-of.ts';
import { EventStream } from './event-stream.ts';
import type { Follower } from './follower.ts';

/**
 * Follows by events, at one of the servers or another. Loses its connection at random, in the middle of whatever comes, and
 * goes on from the last change it has; now and then it does not read for a while. Until it is told to stop.
 */
export async function followEvents(
  follower: Follower,
  urls: readonly string[],
  prng: Prng,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await followOnce(follower, prng.pick(urls), prng, isOver);
    follower.reconnects++;
  }
}

async function followOnce(follower: Follower, url: string, prng: Prng, isOver: () => boolean): Promise<void> {
  const count = prng.weighted([
    [1, prng.between(0, 20)],
    [3, prng.between(20, 1_500)],
  ]);
  let left = count;
  let failure: unknown = null;
  let hasEnded = false;
  const isHalfway = (): boolean => left <= count / 2;
  const isDone = (): boolean => left <= 0 || failure !== null || hasEnded || isOver();
  const take = (type: string, data: string): void => {
    // What comes after it was closed has been on its way, and is asked for again.
    if (isDone()) return;
    left--;
    try {
      const change = JSON.parse(data) as WireChange;
      if (change.kind !== type) throw new Error(`an event ${type} with ${data}`);
      follower.take(change);
      if (stream.lastId !== `${follower.number}`) throw new Error(`its id is ${stream.lastId}`);
    } catch (error) {
      failure = error;
    }
  };
  const isById = prng.chance(0.5);
  const stream = new EventStream(`${url}/berth/v1/changes?since=${isById ? 0 : follower.number}`, {
    headers: isById ? { 'last-event-id': `${follower.number}` } : {},
    onEvent: ({ type, data }) => take(type, data),
  });
  void stream.ended.then(() => {
    hasEnded = true;
  });
  try {
    const status = await stream.status;
    if (status !== 200) throw new Error(`${follower.name} got ${status}`);
    if (prng.chance(0.3)) {
      while (!isDone() && !isHalfway()) await sleep(5);
      stream.pause();
      await sleep(prng.between(0, 300));
      stream.resume();
    }
    while (!isDone()) await sleep(5);
  } finally {
    stream.close();
  }
  if (failure !== null) throw failure;
}
