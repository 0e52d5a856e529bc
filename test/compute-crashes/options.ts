import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import type { TroubleKind } from './campaign.ts';

export const usage = `Kill a Berth with compute, the agents of its hosts, or both, under load, again and again, or have the work of hosts fail, and look each time whether anything is lost
or leaks.

  node test/compute-crashes/run.ts [options]

  --kind KIND     kill (kill -9), or failures: nobody is killed, and a third of what agents are to do fails (kill)
  --moments N     at how many moments something is killed, or would be (200)
  --clients N     how many clients work at the same time (6)
  --cluster       two processes of the service on one PostgreSQL, of which mostly the leading one is killed
  --moves         clients mostly resize servers, confirm it and take it back, have them moved while they run, or not after all
  --evacuations   hosts are forced down now and then, and their servers evacuated
  --seed TEXT     what they do, who is killed and when is drawn from it; not what is under way then (random)
  --write         put the table into bench/COMPUTE-CRASHES.md
`;

export interface Options {
  readonly kind: TroubleKind;
  readonly moments: number;
  readonly clients: number;
  readonly isCluster: boolean;
  readonly mostlyMoves: boolean;
  readonly evacuates: boolean;
  readonly seed: string;
  readonly isWritten: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: 'string', default: 'kill' },
      moments: { type: 'string', default: '200' },
      clients: { type: 'string', default: '6' },
      cluster: { type: 'boolean', default: false },
      moves: { type: 'boolean', default: false },
      evacuations: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(freshSeed()) },
      write: { type: 'boolean', default: false },
    },
  });
  return {
    kind: kindOf(values.kind),
    moments: wholeNumber(values.moments, 'moments'),
    clients: wholeNumber(values.clients, 'clients'),
    isCluster: values.cluster,
    mostlyMoves: values.moves,
    evacuates: values.evacuations,
    seed: values.seed,
    isWritten: values.write,
  };
}

function kindOf(text: string): TroubleKind {
  if (text === 'kill' || text === 'failures') return text;
  throw new Error(`--kind takes kill or failures, not ${JSON.stringify(text)}`);
}

function wholeNumber(text: string, name: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
