import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { type FaultKind, faultKinds } from './faults/fault.ts';
import { withDisturbance } from '../../bench/measuring/disturbance.ts';
import { faultTest } from './faults/fault-test.ts';
import { type DisturbedResult, recoveryTable, writeRecovery } from './faults/recovery-report.ts';
import { tallyText, verdictText } from './verdict-text.ts';

const usage = `Three Berths on one PostgreSQL under load, to which something happens again and again.

  node test/cluster/run-faults.ts [options]

  --kinds LIST    of ${Object.keys(faultKinds).join(', ')} (all of them)
  --rounds N      how often each (100)
  --clients N     how many clients at the same time (16)
  --lease MS      the lease of the leader (1000)
  --seed TEXT     what the clients do is drawn from it (random)
  --berth FILE    the command to start (bin/berth of this checkout)
  --write         put the table of recovery times into bench/RECOVERY.md
`;

/** The command: see `usage`. Exit status 1 where something is wrong, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      kinds: { type: 'string', default: Object.keys(faultKinds).join(',') },
      rounds: { type: 'string', default: '100' },
      clients: { type: 'string', default: '16' },
      lease: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(freshSeed()) },
      berth: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  process.stdout.write(`seed: ${values.seed}\n`);
  const results: DisturbedResult[] = [];
  for (const kind of values.kinds.split(',').filter(isFaultKind)) {
    const { result, others } = await withDisturbance([], () =>
      faultTest({
        kinds: [kind],
        rounds: Number(values.rounds),
        clients: Number(values.clients),
        leaseMs: Number(values.lease),
        seed: values.seed,
        print: (text) => process.stdout.write(text),
        ...(values.berth === undefined ? {} : { command: values.berth }),
      }),
    );
    results.push({ ...result, kind, others });
    if (values.write)
      writeRecovery(results, { leaseMs: Number(values.lease), clients: Number(values.clients) });
    process.stdout.write(
      `${tallyText(result.tally)}\n${result.operations} operations\n${verdictText(result.verdict)}\n`,
    );
  }
  process.stdout.write(`${recoveryTable(results)}\n`);
  return results.every(({ verdict }) => verdict.findings.counts.size === 0) ? 0 : 1;
}

function isFaultKind(name: string): name is FaultKind {
  if (Object.hasOwn(faultKinds, name)) return true;
  throw new Error(`there is no fault ${JSON.stringify(name)}`);
}

// So that what was started ends, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
