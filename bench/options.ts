import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `Measure Berth on worlds of several sizes and kinds, beside real Placement where it is installed.

  npm run bench -- [options]

  --worlds REGEX   only these worlds
  --ops REGEX      only these operations
  --seconds N      how long each operation is measured, with one client and with 16 (3); below 1 without wrk
  --no-original    without real Placement (Debian: python3-placement, and for a fair comparison mariadb-server,
                   python3-pymysql, uwsgi, uwsgi-plugin-python3)
  --profile        also run every operation with --cpu-prof, and show where its time goes
  --quick          small worlds, a fifth of a second, without real Placement (unless --original): to see that all
                   works
  --list           the worlds and their operations, and nothing else
  --json FILE      all figures as JSON
  --write          the tables into bench/RESULTS.md
  --cache DIR      where made worlds are kept, and where the ledgers are that are measured on; should be on a
                   real disk (~/.cache/berth-bench, or below XDG_CACHE_HOME)
  --help           this

wrk makes the load where it is installed. A full run takes about an hour, without real Placement half of that; the
first one makes the worlds, too, which takes some minutes.
`;

export interface Options {
  readonly worlds: RegExp;
  readonly operations: RegExp;
  readonly seconds: number;
  readonly withOriginal: boolean;
  readonly profilesAll: boolean;
  readonly isQuick: boolean;
  readonly jsonFile: string | null;
  readonly writesResults: boolean;
  readonly cacheDirectory: string;
  readonly asksFor: 'measuring' | 'list' | 'help';
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      worlds: { type: 'string', default: '' },
      ops: { type: 'string', default: '' },
      seconds: { type: 'string' },
      original: { type: 'boolean' },
      profile: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      cache: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    worlds: pattern(values.worlds, 'worlds'),
    operations: pattern(values.ops, 'ops'),
    seconds: seconds(values.seconds ?? (values.quick ? '0.2' : '3')),
    withOriginal: values.original ?? !values.quick,
    profilesAll: values.profile,
    isQuick: values.quick,
    jsonFile: values.json ?? null,
    writesResults: values.write,
    cacheDirectory: values.cache ?? usualCacheDirectory(),
    asksFor: values.help ? 'help' : values.list ? 'list' : 'measuring',
  };
}

function usualCacheDirectory(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'berth-bench');
}

function pattern(text: string, name: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new Error(`--${name} takes a regular expression, not ${JSON.stringify(text)}`, { cause: error });
  }
}

function seconds(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--seconds takes a number above 0, not ${JSON.stringify(text)}`);
  return number;
}
