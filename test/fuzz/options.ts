import { parseArgs } from 'node:util';

export const usage = `Look for cases that break a test, among ones that nobody has seen before.

  npm run fuzz -- [options]

  --minutes N     for how long (10)
  --only TEXT     only test files whose path has this regular expression
  --jobs N        how many files at once (2)
  --seconds N     about how long to stay with one file before the next (20)
  --megabytes N   what one of them may take, with all processes that it starts (4096)
  --list          tell the files, and try nothing

Each file that draws random cases is run with a fresh seed, again and again. Exit status: 0 if all held, 1 if something was
found; each finding comes with a command that shows it again.
`;

export interface Options {
  readonly minutes: number;
  readonly only: RegExp;
  readonly jobs: number;
  readonly secondsEach: number;
  readonly megabytesMax: number;
  readonly isList: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '20' },
      megabytes: { type: 'string', default: '4096' },
      list: { type: 'boolean', default: false },
    },
  });
  return {
    minutes: positive(values.minutes, 'minutes'),
    only: new RegExp(values.only),
    jobs: Math.ceil(positive(values.jobs, 'jobs')),
    secondsEach: positive(values.seconds, 'seconds'),
    megabytesMax: positive(values.megabytes, 'megabytes'),
    isList: values.list,
  };
}

function positive(text: string, name: string): number {
  const number = Number(text);
  if (!(number > 0 && number < 1e6)) throw new Error(`--${name} takes a number, not ${JSON.stringify(text)}`);
  return number;
}
