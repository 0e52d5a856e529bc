import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';

export const usage = `Try malformed and odd requests on a Berth of this checkout.

  node test/malformed/run.ts [options]

  --requests N    how many trials (50000); a trial is a request, or a few on one connection
  --seed TEXT     what they are drawn from (random)
  --largest N     the largest body in bytes (9000000; the server takes 8388608)
  --only N        only the trial with this number, on a new server
  --bombs         instead: single requests that are meant to take long, and how long they take
  --berth FILE    the command to start, for --bombs (bin/berth of this checkout)
  --show N        write the bytes of the trial with this number, and try nothing
`;

export interface Options {
  readonly seed: string;
  readonly numbers: readonly number[];
  readonly largestBody: number;
  readonly isForBombs: boolean;
  readonly berth: string | null;
  /** Only write the bytes of this one. */
  readonly show: number | null;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '50000' },
      seed: { type: 'string', default: String(freshSeed()) },
      largest: { type: 'string', default: '9000000' },
      only: { type: 'string' },
      bombs: { type: 'boolean', default: false },
      berth: { type: 'string' },
      show: { type: 'string' },
    },
  });
  return {
    seed: values.seed,
    numbers:
      values.only === undefined
        ? numbersBelow(wholeNumber(values.requests, 'requests'))
        : [wholeNumber(values.only, 'only')],
    largestBody: wholeNumber(values.largest, 'largest'),
    isForBombs: values.bombs,
    berth: values.berth ?? null,
    show: values.show === undefined ? null : wholeNumber(values.show, 'show'),
  };
}

export const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
