import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processorTimeNs } from '../comparing/processor-time.ts';
import { computeHeaders } from '../compute/compute-headers.ts';
import type { OriginalRead } from '../compute/original-figures.ts';
import { generate } from '../load/generator.ts';
import { familyOf } from '../processes/usage.ts';
import { migrationReads } from './migration-reads.ts';

/** As many as `bench-nova reads` is to make. */
export const originalMigrations = 10_000;

/**
 * The same of a nova-api as `bench-nova deploy` and `bench-nova reads` of shared/oracle leave it, with as many migrations as servers, a second apart. Its processor time is that of all its
 * processes, by the file that tells their pids.
 */
export async function measureOriginalMigrationReads(
  directory: string,
  seconds: number,
): Promise<Readonly<Record<string, OriginalRead>>> {
  const { url, pids } = deployedIn(directory);
  const first = Date.UTC(2026, 2, 1) - 30_000;
  const figures: Record<string, OriginalRead> = {};
  for (const { name, path } of migrationReads(originalMigrations, { path: '/v2.1/os-migrations', first })) {
    const load = (connections: number, seconds: number) =>
      generate(url, [{ method: 'GET', path }], { connections, seconds, headers: computeHeaders });
    await load(8, 1);
    const spent = () =>
      familyOf(pids)
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

/** What `bench-nova deploy --dir` has started there. */
function deployedIn(directory: string) {
  const { port, pids } = JSON.parse(readFileSync(join(directory, 'database.json'), 'utf8')) as {
    readonly port: number;
    readonly pids: readonly number[];
  }; // As bench-nova writes it.
  // The database has the port behind that of the API.
  return { url: `http://127.0.0.1:${port - 1}`, pids };
}
