import { join } from 'node:path';
import { startNova, whyNotOriginal } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { imageId, startCloud } from '../compute/running-cloud.ts';
import { cpuMs, othersCpuMs } from '../processes/usage.ts';
import { type KindOfMove, type MovedCloud, moveLoad, type Moves, prepareMoves } from './move-load.ts';

export interface MovesRow extends Moves {
  readonly kind: KindOfMove;
  readonly hosts: number;
  readonly connections: number;
  /** Of the service with all its hosts, for one move; of the original nobody asks. */
  readonly cpuMsPerMove: number | null;
  /** How much of the machine others had. */
  readonly othersShare: number | null;
}

export interface MovesOptions {
  readonly hosts: number;
  readonly kinds: readonly KindOfMove[];
  readonly connections: readonly number[];
  readonly seconds: number;
}

/** Moves in a cloud of ours, on disk, with its agents in the same process. */
export async function measureMoves(options: MovesOptions, directory: string): Promise<readonly MovesRow[]> {
  const { hosts, kinds, connections, seconds } = options;
  const running = await startCloud({ ledger: join(directory, 'moves.db'), directory, hosts });
  const cloud: MovedCloud = { url: running.url, base: '/compute/v2.1', imageId, lookAgainMs: 5 };
  const rows: MovesRow[] = [];
  try {
    await prepareMoves(cloud);
    for (const kind of kinds) {
      await moveLoad(cloud, kind, { connections: 8, seconds: 3 }); // Until its code is compiled.
      for (const count of connections) {
        const [cpuBefore, othersBefore] = [cpuMs([running.pid]) ?? 0, othersCpuMs([running.pid]) ?? 0];
        const startedAt = performance.now();
        const moves = await moveLoad(cloud, kind, { connections: count, seconds });
        const tookMs = performance.now() - startedAt;
        rows.push({
          ...moves,
          kind,
          hosts,
          connections: count,
          cpuMsPerMove: ((cpuMs([running.pid]) ?? 0) - cpuBefore) / (moves.took?.count ?? Number.NaN),
          othersShare: ((othersCpuMs([running.pid]) ?? 0) - othersBefore) / (2 * tookMs),
        });
      }
    }
  } finally {
    await running.stop();
  }
  return rows;
}

/** The same load on the original at hand, which does all in one process on databases in memory. Null where it is not installed. */
export async function measureOriginalMoves(options: MovesOptions): Promise<readonly MovesRow[] | null> {
  if (whyNotOriginal() !== null) return null;
  const { hosts, kinds, connections, seconds } = options;
  // On a busy machine its scheduler takes longer than a host may be silent, and then finds none.
  const settings = ['--hosts', `${hosts}`, '--driver', 'FakeDriver', '--set', 'service_down_time=3600'];
  const nova = await startNova({ options: settings });
  const cloud: MovedCloud = { url: nova.url, base: '/v2.1', imageId: nova.image, lookAgainMs: 200 };
  const rows: MovesRow[] = [];
  try {
    await prepareMoves(cloud);
    for (const kind of kinds) {
      for (const count of connections) {
        const moves = await moveLoad(cloud, kind, { connections: count, seconds });
        rows.push({ ...moves, kind, hosts, connections: count, cpuMsPerMove: null, othersShare: null });
      }
    }
  } finally {
    await nova.stop();
  }
  return rows;
}
