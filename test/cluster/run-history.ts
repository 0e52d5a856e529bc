import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { historyTest } from './history-test.ts';
import { tallyText, verdictText } from './verdict-text.ts';

const usage = `Three Berths on one PostgreSQL under load, and whether all that their clients saw fits one order.

  node test/cluster/run-history.ts [options]

  --operations N  how many (100000)
  --clients N     how many clients at the same time (16)
  --lease MS      the lease of the leader (1000)
  --seed TEXT     what the clients do is drawn from it (random)
  --berth FILE    the command to start (bin/berth of this checkout)
`;

/** The command: see `usage`. Exit status 1 where something is wrong, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      operations: { type: 'string', default: '100000' },
      clients: { type: 'string', default: '16' },
      lease: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(freshSeed()) },
      berth: { type: 'string' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  process.stdout.write(`seed: ${values.seed}\n`);
  const { operations, seconds, checkSeconds, tally, verdict } = await historyTest({
    seed: values.seed,
    operations: Number(values.operations),
    clients: Number(values.clients),
    leaseMs: Number(values.lease),
    ...(values.berth === undefined ? {} : { command: values.berth }),
  });
  const rate = Math.round(operations / seconds);
  process.stdout.write(
    `${tallyText(tally)}\n${operations} operations in ${seconds.toFixed(0)} s (${rate}/s), checked in ${checkSeconds.toFixed(1)} s\n` +
      `${verdictText(verdict)}\n`,
  );
  return verdict.findings.counts.size === 0 ? 0 : 1;
}

// So that what was started ends, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
