import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureRead, type ReadRow } from '../compute/reads.ts';
import { startCloud } from '../compute/running-cloud.ts';
import { processorTimeNs } from '../comparing/processor-time.ts';
import { untilQuiet } from '../comparing/until-quiet.ts';
import { migrationReads } from './migration-reads.ts';

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
        for (const read of migrationReads(migrations)) {
          // With few of them one thread may have most.
          for (const connections of [1, 8, 32])
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
