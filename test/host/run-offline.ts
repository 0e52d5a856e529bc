import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { draw, freshSeed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { compareWays, type NewLedger } from './offline/compare-ways.ts';
import { type Measured, offlineTable, writeOffline } from './offline/offline-report.ts';

const usage = `Reshapes a fleet offline, online, and offline with kill -9 in the middle, and compares what has come of it.

  node test/host/run-offline.ts [options]

  --hosts N       how many hosts, each with ten consumers (10000)
  --kills N       how often the one that is interrupted is killed (5)
  --ledgers LIST  of file, postgres (both)
  --seed N        when it is killed is drawn from it (random)
  --write         put the table into bench/HOSTS.md
`;

/** The command: see `usage`. Exit status 1 where something differs or failed. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      hosts: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '5' },
      ledgers: { type: 'string', default: 'file,postgres' },
      seed: { type: 'string', default: String(freshSeed()) },
      write: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  process.stdout.write(`seed: ${values.seed}\n`);
  const hosts = Number(values.hosts);
  const kills = draw(fc.integer({ min: 1, max: hosts }), Number(values.kills), Number(values.seed));
  const results: Measured[] = [];
  for (const ledger of values.ledgers.split(',')) {
    const directory = mkdtempSync(join(tmpdir(), 'berth-offline-'));
    const kind = await kindNamed(ledger, directory);
    try {
      const compared = await compareWays({ hosts, directory }, kind.newLedger, kills);
      results.push({ ledger: kind.title, ...compared });
    } finally {
      await kind.stop();
      rmSync(directory, { recursive: true });
    }
    process.stdout.write(`${offlineTable(results)}\n`);
    if (values.write) writeOffline(results, hosts);
  }
}

interface Kind {
  readonly title: string;
  readonly newLedger: NewLedger;
  readonly stop: () => Promise<unknown>;
}

async function kindNamed(name: string, directory: string): Promise<Kind> {
  if (name === 'file') {
    const newLedger: NewLedger = async (each) => ['--ledger', join(directory, `${each}.db`)];
    return { title: 'SQLite', newLedger, stop: async () => {} };
  }
  if (name !== 'postgres') throw new Error(`there is no kind of ledger '${name}'`);
  const server = await PostgresServer.start({ isDurable: true });
  if (server === null) throw new Error('there is no PostgreSQL here');
  const newLedger: NewLedger = async (each) => ['--ledger', server.url, '--ledger-schema', each];
  return { title: 'PostgreSQL', newLedger, stop: () => server.stop() };
}

// So that what was started ends, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
