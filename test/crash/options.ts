import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';

export const usage = `Kill a Berth under load again and again, on one ledger, and look each time what it still knows.

  node test/crash/run.ts [options]

  --kills N       how often (100)
  --clients N     how many clients write at the same time (8)
  --seed TEXT     what they do and when the server dies is drawn from it (random)
  --workers N     how many threads serve (1)
  --berth FILE    the command to start (bin/berth of this checkout)
`;

export interface Options {
  readonly kills: number;
  readonly clients: number;
  readonly workers: number;
  readonly seed: string;
  readonly command?: string;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '100' },
      clients: { type: 'string', default: '8' },
      workers: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(freshSeed()) },
      berth: { type: 'string' },
    },
  });
  return {
    kills: wholeNumber(values.kills, 'kills'),
    clients: wholeNumber(values.clients, 'clients'),
    workers: wholeNumber(values.workers, 'workers'),
    seed: values.seed,
    ...(values.berth === undefined ? {} : { command: values.berth }),
  };
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
