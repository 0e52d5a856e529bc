import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { withDisturbance } from '../../bench/measuring/disturbance.ts';
import { reshapeCampaign, type TroubleKind } from './reshapes/campaign.ts';
import type { ReshapeShape } from './reshapes/campaign-host.ts';
import { reshapeTables, writeReshapes } from './reshapes/report.ts';

const usage = `Hosts with many consumers start in another shape, and are killed or meet faults meanwhile, on a Berth that others use.

  node test/host/run-reshapes.ts [options]

  --kind KIND       kill (kill -9 at a request) or faults (409, 500, 503, no answer); both, one after the other
  --shape SHAPE     gpu (from the root to children) or dedicated (VCPU to PCPU); both in turn
  --rounds N        of each kind, each on a host of its own (200)
  --minutes N       begin no further round after so long (as long as it takes)
  --consumers N     of each host (1000)
  --seed TEXT       what there is and what happens is drawn from it; not when others are faster (random)
  --write           put the tables into the section "Reshape campaigns" of bench/HOSTS.md
`;

/** The command: see `usage`. Exit status 1 where something is wrong, or it could not run. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      kind: { type: 'string' },
      shape: { type: 'string' },
      rounds: { type: 'string', default: '200' },
      minutes: { type: 'string' },
      consumers: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(freshSeed()) },
      write: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const kinds = oneOf<TroubleKind>('kind', values.kind, ['kill', 'faults']);
  const shapes = oneOf<ReshapeShape>('shape', values.shape, ['gpu', 'dedicated']);
  const consumers = wholeNumber('consumers', values.consumers);
  process.stdout.write(`seed: ${values.seed}\n`);
  for (const kind of kinds) {
    const { result: rounds, others } = await withDisturbance([], () =>
      reshapeCampaign({
        kind,
        shapes,
        rounds: wholeNumber('rounds', values.rounds),
        ...(values.minutes === undefined ? {} : { minutes: wholeNumber('minutes', values.minutes) }),
        consumers,
        seed: values.seed,
        print: (text) => process.stdout.write(text),
      }),
    );
    const result = { kind, consumers, rounds, others, seed: values.seed };
    process.stdout.write(`${reshapeTables(result)}\n`);
    if (values.write) writeReshapes(result);
  }
}

function oneOf<Name extends string>(
  option: string,
  given: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  if (given === undefined) return names;
  const name = names.find((each) => each === given);
  if (name === undefined) throw new Error(`--${option} is one of ${names.join(', ')}, not ${given}`);
  return [name];
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`--${option} takes a whole number, not ${JSON.stringify(text)}`);
}

await main(process.argv.slice(2));
