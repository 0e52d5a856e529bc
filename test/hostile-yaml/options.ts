import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';

export const usage = `Try hostile YAML files on the reader of operators' schemas.

  node test/hostile-yaml/run.ts [options]

  --files N       how many (10000)
  --seed TEXT     what they are made of (random)
  --largest N     about how many bytes the large ones have (1048000; the reader takes 1048576)
  --only N        only the file with this number
  --show N        write the file with this number, and try nothing
`;

export interface Options {
  readonly seed: string;
  readonly numbers: readonly number[];
  readonly largest: number;
  /** Only write this one. */
  readonly show: number | null;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(freshSeed()) },
      largest: { type: 'string', default: '1048000' },
      only: { type: 'string' },
      show: { type: 'string' },
    },
  });
  return {
    seed: values.seed,
    numbers:
      values.only === undefined
        ? numbersBelow(wholeNumber(values.files, 'files'))
        : [wholeNumber(values.only, 'only')],
    largest: wholeNumber(values.largest, 'largest'),
    show: values.show === undefined ? null : wholeNumber(values.show, 'show'),
  };
}

export const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
