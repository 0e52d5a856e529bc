import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { Prng } from '@berth/testing/prng.ts';
import { ask, jsonOf, Peer } from '../differential/exchange.ts';
import { type LedgerKind, startFeedServer } from './feed-server.ts';
import { followEvents } from './follow-events.ts';
import { followPages } from './follow-pages.ts';
import { Follower } from './follower.ts';
import { randomWrites, type WriteCounts } from './random-writes.ts';

export interface FeedTestOptions {
  readonly seed: string;
  readonly ledger: LedgerKind;
  /** How many writes are carried out at least. */
  readonly writes: number;
  readonly clients: number;
  /** Of each kind: by pages, and by events. */
  readonly followers: number;
  readonly print: (text: string) => void;
}

export interface FeedTestResult extends WriteCounts {
  /** The number of the last change. */
  readonly changes: number;
  readonly followers: readonly FollowerResult[];
}

export interface FollowerResult {
  readonly name: string;
  readonly reconnects: number;
  /** Whether it holds what the server holds. */
  readonly isSame: boolean;
}

/** Writes at random while others follow the feed, and compares what they have made of it with what the server has. */
export async function feedTest(options: FeedTestOptions): Promise<FeedTestResult> {
  const { seed, writes, clients, print } = options;
  const server = await startFeedServer(options.ledger);
  let isOver = false;
  try {
    const followers: Follower[] = [];
    const following: Promise<void>[] = [];
    for (let count = 1; count <= options.followers; count++) {
      for (const [kind, follow] of [
        ['pages', followPages],
        ['events', followEvents],
      ] as const) {
        const follower = new Follower(`${kind} ${count}`);
        followers.push(follower);
        following.push(follow(follower, server.urls, new Prng(`${seed}/${follower.name}`), () => isOver));
      }
    }
    const failed = Promise.all(following);
    const report = ({ done, refused }: WriteCounts): void => {
      const behind = followers.map(({ name, number }) => `${name} at ${number}`).join(', ');
      print(`${done} writes, ${refused} refused; ${behind}\n`);
    };
    const writing = randomWrites(server.urls, { seed, writes, clients }, report);
    const counts = await Promise.race([writing, failed.then(never)]);
    const changes = await lastNumber(server.urls[0] ?? '');
    await Promise.race([untilAll(followers, changes), failed.then(never)]);
    isOver = true;
    await failed;
    const expected = dumpWorld(await server.world());
    return {
      ...counts,
      changes,
      followers: followers.map(({ name, reconnects, world }) => {
        return { name, reconnects, isSame: isDeepStrictEqual(dumpWorld(world), expected) };
      }),
    };
  } finally {
    isOver = true;
    await server.stop();
  }
}

/** The run in a few lines. */
export function summary(result: FeedTestResult, seed: string): string {
  const followers = result.followers.map(
    ({ name, reconnects, isSame }) =>
      `  ${name}: ${isSame ? 'the same state' : 'ANOTHER STATE'}, ${reconnects} times connected again`,
  );
  return (
    `seed ${seed}: ${result.done} writes (and ${result.refused} refused) made ${result.changes} changes\n` +
    followers.join('\n')
  );
}

function never(): never {
  throw new Error('a follower has stopped before it was told to');
}

async function lastNumber(url: string): Promise<number> {
  const peer = new Peer(url);
  const answer = await peer.send(ask('GET', '/berth/v1/changes?limit=1', 39));
  peer.close();
  return (jsonOf(answer) as { last: number }).last;
}

async function untilAll(followers: readonly Follower[], number: number): Promise<void> {
  for (let waited = 0; followers.some((each) => each.number < number); waited += 10) {
    if (waited > waitMs) {
      const where = followers.map(({ name, number }) => `${name} at ${number}`).join(', ');
      throw new Error(`There are ${number} changes, and still: ${where}`);
    }
    await sleep(10);
  }
}

const waitMs = 120_000;
