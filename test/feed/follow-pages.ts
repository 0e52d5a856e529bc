import { setTimeout as sleep } from 'node:timers/promises';
import type { Prng } from '@berth/testing/prng.ts';
import { ask, jsonOf, Peer } from '../differential/exchange.ts';
import type { WireChange } from './change-of.ts';
import type { Follower } from './follower.ts';

/** Asks for one page after the other, of random sizes, at one of the servers or another, until it is told to stop. */
export async function followPages(
  follower: Follower,
  urls: readonly string[],
  prng: Prng,
  isOver: () => boolean,
): Promise<void> {
  let peer = new Peer(prng.pick(urls));
  try {
    while (!isOver()) {
      const limit = prng.weighted([
        [2, prng.between(1, 20)],
        [6, prng.between(100, 1000)],
      ]);
      const path = `/berth/v1/changes?since=${follower.number}&limit=${limit}`;
      const answer = await peer.send(ask('GET', path, 39));
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      const page = jsonOf(answer) as { changes: WireChange[]; next: number; last: number };
      if (page.changes.length > limit) throw new Error(`${path} gave ${page.changes.length} changes`);
      for (const change of page.changes) follower.take(change);
      if (page.next !== follower.number) throw new Error(`${path} says to go on after ${page.next}`);
      if (prng.chance(0.02)) {
        peer.close();
        peer = new Peer(prng.pick(urls));
        follower.reconnects++;
      }
      if (page.next === page.last) await sleep(prng.between(0, 30));
      else if (prng.chance(0.02)) await sleep(prng.between(0, 500));
    }
  } finally {
    peer.close();
  }
}
