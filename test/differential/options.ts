import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { berthCommand, type ComparedSource } from './compared-server.ts';

export const usage = `Compare a Placement server (B) with the original (A) on random worlds and requests.

  node_modules/.bin/node test/differential/run.ts [options]

  --worlds N      how many worlds (50)
  --reads N       how many reads, over all worlds (5000)
  --writes N      how many steps of writing, over all worlds (1250); some of them are reads in between
  --seed TEXT     what everything is drawn from; may be given more than once (random)
  --b-cmd CMD     starts B; {port} and {dir} are replaced (Berth of this checkout)
  --b-url URL     B is running there; everything in it will be deleted
  --b-oracle      B is the original once more: shows what it leaves to chance
  --jobs N        how many pairs of servers at once (2)
  --seconds N     begin no new world after that time
  --json FILE     write all findings there

To see one finding again (the report gives these options):
  --world N       only this world
  --read N        only this read of it
  --steps N-M     only these steps of it
`;

export type Options = {
  readonly seeds: readonly string[];
  readonly worlds: readonly number[];
  /** Per world. */
  readonly reads: readonly number[];
  readonly steps: readonly number[];
  readonly source: ComparedSource;
  readonly jobs: number;
  readonly secondsMax: number;
  readonly json: string | null;
};

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      worlds: { type: 'string', default: '50' },
      reads: { type: 'string', default: '5000' },
      writes: { type: 'string', default: '1250' },
      seed: { type: 'string', multiple: true },
      'b-cmd': { type: 'string' },
      'b-url': { type: 'string' },
      'b-oracle': { type: 'boolean' },
      jobs: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '0' },
      json: { type: 'string' },
      world: { type: 'string' },
      read: { type: 'string' },
      steps: { type: 'string' },
    },
  });
  const seeds = values.seed ?? [String(freshSeed())];
  const worlds =
    values.world === undefined ? count(values.worlds, 'worlds') : [wholeNumber(values.world, 'world')];
  const perWorld = (total: string, name: string): number[] =>
    upTo(Math.ceil(wholeNumber(total, name) / (worlds.length * seeds.length)));
  const isOnly = values.read !== undefined || values.steps !== undefined;
  const seconds = wholeNumber(values.seconds, 'seconds');
  return {
    seeds,
    worlds,
    reads: isOnly ? range(values.read, 'read') : perWorld(values.reads, 'reads'),
    steps: isOnly ? range(values.steps, 'steps') : perWorld(values.writes, 'writes'),
    source: sourceFrom(values['b-cmd'], values['b-url'], values['b-oracle'] === true),
    jobs: wholeNumber(values.jobs, 'jobs'),
    secondsMax: seconds === 0 ? Number.POSITIVE_INFINITY : seconds,
    json: values.json ?? null,
  };
}

function sourceFrom(command: string | undefined, url: string | undefined, isOracle: boolean): ComparedSource {
  if (isOracle) return { kind: 'oracle' };
  if (url !== undefined) return { kind: 'url', url };
  const chosen = command ?? berthCommand();
  if (chosen === null)
    throw new Error(
      'there is no .ci/serve-for-conformance: say what to compare with --b-cmd, --b-url or --b-oracle',
    );
  return { kind: 'command', command: chosen };
}

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index);

const count = (text: string, name: string): number[] => upTo(wholeNumber(text, name));

/** `7` or `3-7`. */
function range(text: string | undefined, name: string): number[] {
  if (text === undefined) return [];
  const [first = '', last = first] = text.split('-');
  const from = wholeNumber(first, name);
  return upTo(wholeNumber(last, name) - from + 1).map((offset) => from + offset);
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
