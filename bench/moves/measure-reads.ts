import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { computeHeaders } from '../compute/compute-headers.ts';
import type { OriginalRead } from '../compute/original-figures.ts';
import { measureRead, type Read, type ReadRow } from '../compute/reads.ts';
import { startCloud } from '../compute/running-cloud.ts';
import { begin } from '../compute/server-changes.ts';
import { processorTimeNs } from '../comparing/processor-time.ts';
import { untilQuiet } from '../comparing/until-quiet.ts';
import { generate } from '../load/generator.ts';

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

/**
 * The same of a nova-api as `bench-nova deploy` and `bench-nova reads` of shared/oracle leave it, with as many migrations as servers, a second apart. Its processor time is that of all its
 * processes, by the file that tells their pids.
 */
export async function measureOriginalMigrationReads(
  {
    url,
    migrations,
    pids,
  }: { readonly url: string; readonly migrations: number; readonly pids: () => readonly number[] },
  seconds: number,
): Promise<Readonly<Record<string, OriginalRead>>> {
  const first = Date.UTC(2026, 2, 1) - 30_000;
  const figures: Record<string, OriginalRead> = {};
  for (const { name, path } of readsOf(migrations, { path: '/v2.1/os-migrations', first })) {
    const load = (connections: number, seconds: number) =>
      generate(url, [{ method: 'GET', path }], { connections, seconds, headers: computeHeaders });
    await load(8, 1);
    const spent = () =>
      pids()
        .map(processorTimeNs)
        .reduce((sum, each) => sum + each, 0);
    for (const connections of [8, 32]) {
      const before = spent();
      const { timings, perSecond, failed, failures } = await load(connections, 2 * seconds);
      if (timings === null || failed > 0) throw new Error(`${path}: ${failures}`);
      const cpuMs = (spent() - before) / timings.count / 1e6;
      if (perSecond > (figures[name]?.perSecond ?? 0)) figures[name] = { perSecond, cpuMs };
    }
  }
  return figures;
}

function readsOf(
  migrations: number,
  { path, first } = { path: '/compute/v2.1/os-migrations', first: begin },
): readonly Read[] {
  const at = (number: number) => encodeURIComponent(new Date(first + number * 1_000 + 30_000).toISOString());
  const middle = Math.floor(migrations / 2);
  return [
    { name: 'os-migrations, page of 1,000', path: `${path}?changes-before=${at(migrations)}` },
    {
      name: 'os-migrations, window of 100',
      path: `${path}?changes-since=${at(middle)}&changes-before=${at(middle + 99)}`,
    },
  ];
}
