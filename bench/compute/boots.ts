import { join } from 'node:path';
import { cpuMs, othersCpuMs, residentMb } from '../processes/usage.ts';
import { bootLoad, prepareBoots } from './boot-load.ts';
import { startCloud } from './running-cloud.ts';

export interface BootsRow {
  readonly hosts: number;
  readonly connections: number;
  readonly servers: number;
  readonly perSecond: number;
  readonly postP50Ms: number;
  readonly activeP50Ms: number;
  readonly activeP99Ms: number;
  /** Of the service with all its hosts. */
  readonly cpuMsPerServer: number;
  readonly residentMb: number;
  /** How much of the machine others had. */
  readonly othersShare: number;
  readonly failed: readonly string[];
}

export interface BootsOptions {
  readonly hosts: number;
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly directory: string;
  readonly profileDirectory?: string | undefined;
}

/** POST to ACTIVE on a cloud with so many hosts, on disk, with its agents in the same process. */
export async function measureBoots(options: BootsOptions): Promise<readonly BootsRow[]> {
  const { hosts, connections, seconds, directory, profileDirectory } = options;
  const ledger = join(directory, `boots-${hosts}.db`);
  const cloud = await startCloud({ ledger, directory, hosts, profileDirectory });
  const rows: BootsRow[] = [];
  try {
    await prepareBoots(cloud.url);
    await bootLoad(cloud.url, 16, 3); // Until its code is compiled.
    for (const count of connections) {
      const [cpuBefore, othersBefore] = [cpuMs([cloud.pid]) ?? 0, othersCpuMs([cloud.pid]) ?? 0];
      const startedAt = performance.now();
      const boots = await bootLoad(cloud.url, count, seconds);
      const tookMs = performance.now() - startedAt;
      const servers = boots.toActive?.count ?? 0;
      rows.push({
        hosts,
        connections: count,
        servers,
        perSecond: boots.perSecond,
        postP50Ms: boots.post?.p50Ms ?? Number.NaN,
        activeP50Ms: boots.toActive?.p50Ms ?? Number.NaN,
        activeP99Ms: boots.toActive?.p99Ms ?? Number.NaN,
        cpuMsPerServer: ((cpuMs([cloud.pid]) ?? 0) - cpuBefore) / servers,
        residentMb: residentMb([cloud.pid]) ?? Number.NaN,
        othersShare: ((othersCpuMs([cloud.pid]) ?? 0) - othersBefore) / (2 * tookMs),
        failed: boots.failed,
      });
    }
  } finally {
    await cloud.stop();
  }
  return rows;
}
