import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureRead, type Read, type ReadRow } from '../compute/reads.ts';
import { startCloud } from '../compute/running-cloud.ts';
import { begin } from '../compute/server-changes.ts';
import { processorTimeNs } from '../comparing/processor-time.ts';
import { untilQuiet } from '../comparing/until-quiet.ts';

/** Reads of a ledger with so many migrations, which the original was measured with, too. */
export async function measureMigrationReads(
  migrations: number,
  { directory, seconds }: { readonly directory: string; readonly seconds: number },
): Promise<readonly ReadRow[]> {
  const ledger = join(directory, 'migrations.db');
  const program = join(import.meta.dirname, 'build-migrations.ts');
  const built = spawnSync(process.execPath, [program, `${migrations}`, ledger], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) throw new Error(`A ledger of ${migrations} migrations could not be made.`);
  try {
    const rows: ReadRow[] = [];
    // The original was measured with two processes, on two cores.
    for (const workers of [1, 2]) {
      const cloud = await startCloud({ ledger, directory, hosts: 0, workers });
      try {
        await untilQuiet(() => processorTimeNs(cloud.pid));
        for (const read of readsOf(migrations)) {
          for (const connections of [1, 8])
            rows.push(await measureRead(cloud, migrations, read, { connections, seconds }));
        }
      } finally {
        await cloud.stop();
      }
    }
    return rows;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${ledger}${suffix}`, { force: true });
  }
}

function readsOf(migrations: number): readonly Read[] {
  const at = (number: number) => encodeURIComponent(new Date(begin + number * 1_000 + 30_000).toISOString());
  const middle = Math.floor(migrations / 2);
  const path = '/compute/v2.1/os-migrations';
  return [
    { name: 'os-migrations, page of 1,000', path: `${path}?changes-before=${at(migrations)}` },
    {
      name: 'os-migrations, window of 100',
      path: `${path}?changes-since=${at(middle)}&changes-before=${at(middle + 99)}`,
    },
  ];
}
