import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import type { FeedTestOptions } from './feed-test.ts';

export const usage = `Write at random while others follow the feed of changes, and compare what they rebuild with what the server has.

  node test/feed/run.ts [options]

  --writes N      how many writes are carried out at least (100000)
  --clients N     how many clients write at the same time (3)
  --followers N   how many follow by pages, and as many by events (2)
  --ledger KIND   memory, sqlite, or postgres: then one process leads and another follows (sqlite)
  --seed TEXT     what is written and when a follower connects again is drawn from it (random)
`;

export function readOptions(args: readonly string[]): Omit<FeedTestOptions, 'print'> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      writes: { type: 'string', default: '100000' },
      clients: { type: 'string', default: '3' },
      followers: { type: 'string', default: '2' },
      ledger: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: String(freshSeed()) },
    },
  });
  const { ledger } = values;
  if (ledger !== 'memory' && ledger !== 'sqlite' && ledger !== 'postgres') {
    throw new Error(`--ledger takes memory, sqlite or postgres, not ${ledger}`);
  }
  return {
    writes: wholeNumber(values.writes, 'writes'),
    clients: wholeNumber(values.clients, 'clients'),
    followers: wholeNumber(values.followers, 'followers'),
    ledger,
    seed: values.seed,
  };
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
