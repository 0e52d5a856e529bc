import { join } from 'node:path';
import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { type BerthServer, startBerth } from '../berth/server.ts';
import { fillJournal } from '../ledgers/fill-journal.ts';
import { timingsOf } from '../load/timings.ts';
import { withDisturbance } from '../measuring/disturbance.ts';
import { cores, cpuMs, residentMb } from '../processes/usage.ts';
import { Fleet, type Passes } from './fleet.ts';
import { type AnswerCosts, measureAnswers } from './measure-answers.ts';
import { type HostCounts, planOfHosts } from './plan-of-hosts.ts';
import type { Way } from './ways.ts';

/** One row of the table. Shares are in cores. */
export interface PassesRow {
  readonly shape: Shape;
  readonly way: Way;
  readonly passes: string;
  readonly perSecond: number;
  readonly requestsPerPass: number;
  readonly unchangedShare: number;
  readonly writes: number;
  readonly failed: number;
  readonly serverCores: number;
  readonly serverUsPerRequest: number;
  readonly loadCores: number;
  readonly othersCores: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly residentMb: number;
}

export interface MeasuredFleet extends HostCounts {
  readonly minutes: number;
  readonly workDirectory: string;
  readonly onRow: (row: PassesRow) => void;
  readonly onAnswers: (costs: AnswerCosts) => void;
}

/** Hosts of one shape on a ledger that knows them all, in every way of reading. */
export async function measurePasses(shape: Shape, options: MeasuredFleet): Promise<void> {
  const { workDirectory, hosts, minutes, onRow, onAnswers } = options;
  const ledger = join(workDirectory, `${shape}.db`);
  const journal = openSqliteJournal(ledger, cloudProjections);
  const plan = await planOfHosts(shape, options);
  await fillJournal(journal, plan);
  journal.close();

  const logFile = join(workDirectory, 'berth.log');
  const first = { method: 'GET', path: `/resource_providers/${plan.hosts[0]?.uuid}` } as const;
  const server = await startBerth({ ledger, logLevel: 'info', logFile }, first);
  const measure = async (way: Way, passes: string, work: () => Promise<Passes>) =>
    onRow({ shape, way, passes, ...(await measured(server, work)) });
  const withFleet = async (way: Way, use: (fleet: Fleet) => Promise<void>) => {
    const fleet = new Fleet(server.url, shape, hosts, way);
    try {
      await use(fleet);
    } finally {
      await fleet.close();
    }
  };
  try {
    await withFleet('whole tree, tag', async (fleet) => {
      await measure('whole tree, tag', 'start of all at once', () => fleet.startAll());
      await measure('whole tree, tag', 'each reads', () => fleet.run(minutes, 'each pass'));
      await measure('whole tree, tag', 'as usual', () => fleet.run(minutes, 'each sixth'));
    });
    for (const way of ['whole tree', 'provider by provider'] as const) {
      await withFleet(way, (fleet) => measure(way, 'each reads', () => fleet.run(minutes, 'each pass')));
    }
    const roots = plan.hosts.slice(0, 2_000).map(({ uuid }) => uuid);
    onAnswers(await measureAnswers({ url: server.url, pid: server.pids[0] as number }, shape, roots));
  } finally {
    await server.stop();
  }
}

async function measured(
  { pids }: BerthServer,
  work: () => Promise<Passes>,
): Promise<Omit<PassesRow, 'shape' | 'way' | 'passes'>> {
  const before = { server: cpuMs(pids) ?? 0, own: process.cpuUsage() };
  const { result, others } = await withDisturbance(pids, work);
  const { passes, ms, log } = result;
  const own = process.cpuUsage(before.own);
  const serverMs = (cpuMs(pids) ?? 0) - before.server;
  const { p50Ms = Number.NaN, p99Ms = Number.NaN } = timingsOf(log.durationsMs) ?? {};
  return {
    perSecond: passes / (ms / 1_000),
    requestsPerPass: log.requests / passes,
    unchangedShare: log.unchanged / log.requests,
    writes: log.writes,
    failed: log.failed,
    serverCores: serverMs / ms,
    serverUsPerRequest: (serverMs * 1_000) / log.requests,
    loadCores: (own.user + own.system) / 1_000 / ms,
    othersCores: (others ?? 0) * cores,
    p50Ms,
    p99Ms,
    residentMb: residentMb(pids) ?? 0,
  };
}
