import { join } from 'node:path';
import { type BerthServer, startBerth } from '../berth/server.ts';
import { runJob } from '../in-process/run-job.ts';
import type { LedgerCache } from '../ledgers/ledger-cache.ts';
import { bareHttp } from '../limits/bare-http.ts';
import { bareSqlite } from '../limits/bare-sqlite.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import { plainQuestion } from '../ops/device-operations.ts';
import type { Operation } from '../ops/operation.ts';
import type { Installation } from '../original/installation.ts';
import { startOriginal } from '../original/original.ts';
import { residentMb } from '../processes/usage.ts';
import type { HotSpot } from '../profiling/hot-spots.ts';
import { profileOperation } from '../profiling/profile-operation.ts';
import type { Progress } from '../progress.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { type MemoryGrowth, memoryGrowth } from './memory-growth.ts';
import { onOriginal } from './on-original.ts';
import { overHttp, warmUp } from './over-http.ts';
import type { Row } from './row.ts';
import type { Settings } from './settings.ts';
import type { WorldResult } from './world-result.ts';

export interface Bench {
  readonly settings: Settings;
  readonly ledgers: LedgerCache;
  readonly cacheDirectory: string;
  readonly workDirectory: string;
  readonly progress: Progress;
}

export interface Wanted {
  readonly operations: readonly Operation[];
  /** Null: without the original. */
  readonly installation: Installation | null;
  readonly isProfiled: (operation: Operation) => boolean;
}

/** What Berth does with this world, over HTTP and in one process, and what the original does with it. */
export async function measureWorld(bench: Bench, plan: WorldPlan, wanted: Wanted): Promise<WorldResult> {
  const { operations, installation } = wanted;
  const questions = operations.filter(({ isWrite }) => !isWrite);
  const writes = operations.filter(({ isWrite }) => isWrite);
  const served = await measureServer(bench, plan, questions);
  const rows = [...served.rows, ...(await withFullLog(bench, plan, questions))];
  for (const operation of writes) rows.push(await measureWrite(bench, plan, operation));
  for (const group of [questions, ...writes.map((operation) => [operation])]) {
    rows.push(...(await measureInProcess(bench, plan, group)));
  }
  const profiles: Record<string, readonly HotSpot[]> = {};
  for (const operation of operations.filter(wanted.isProfiled)) {
    profiles[operation.name] = await profile(bench, plan, operation);
  }
  const claimsInGroups = writes.some(({ claimsEach }) => claimsEach > 1);
  return {
    world: plan.name,
    counts: {
      providers: plan.providers.length,
      consumers: plan.consumers.length,
      allocations: plan.consumers.reduce((sum, { allocations }) => sum + allocations.length, 0),
    },
    startMs: served.startMs,
    startMb: served.startMb,
    rows: installation === null ? rows : await beside(bench, plan, operations, rows, installation),
    growth: plan.kind === 'devices' ? await measureGrowth(bench, plan, questions) : null,
    bareSqlitePerSecond: claimsInGroups ? measureBareSqlite(bench, plan) : null,
    profiles,
  };
}

/** Its start, its memory and all questions. */
async function measureServer(
  bench: Bench,
  plan: WorldPlan,
  questions: readonly Operation[],
): Promise<{ readonly rows: Row[]; readonly startMs: number; readonly startMb: number | null }> {
  const { settings, progress, workDirectory } = bench;
  return await withBerth(bench, plan, 'warn', async (server) => {
    const startMb = residentMb(server.pids);
    const rows: Row[] = [];
    const [first] = questions;
    if (first) await warmUp(server, first, settings);
    for (const operation of questions) {
      progress.say(`${plan.name}: ${operation.name}`);
      const measured = await overHttp(server, plan.name, operation, settings);
      const isTwin = operation.hasBareTwin && measured.bytes !== null;
      const bare = isTwin
        ? await bareHttp(measured.bytes, settings, join(workDirectory, 'bare-http.log'))
        : null;
      rows.push({ ...measured, bare });
    }
    return { rows, startMs: server.startMs, startMb };
  });
}

/** One client, one question at a time. */
async function measureGrowth(
  bench: Bench,
  plan: WorldPlan,
  questions: readonly Operation[],
): Promise<MemoryGrowth | null> {
  bench.progress.say(`${plan.name}: memory`);
  return await withBerth(bench, plan, 'warn', (server) =>
    memoryGrowth(server, plainQuestion(plan), questions, bench.settings),
  );
}

/** What a line in the log for each request costs. */
async function withFullLog(bench: Bench, plan: WorldPlan, questions: readonly Operation[]): Promise<Row[]> {
  const logged = questions.find(({ name }) => name === 'ac-simple-limit10');
  if (!logged) return [];
  bench.progress.say(`${plan.name}: ${logged.name} with a line in the log for each request`);
  return await withBerth(bench, plan, 'info', async (server) => {
    await warmUp(server, logged, bench.settings);
    return [await overHttp(server, plan.name, logged, bench.settings, 'http, log info')];
  });
}

/** On a ledger of its own, so that no operation finds what another has claimed. */
async function measureWrite(bench: Bench, plan: WorldPlan, operation: Operation): Promise<Row> {
  bench.progress.say(`${plan.name}: ${operation.name}`);
  return await withBerth(bench, plan, 'warn', (server) =>
    overHttp(server, plan.name, operation, bench.settings),
  );
}

async function withBerth<Result>(
  { ledgers, workDirectory }: Bench,
  plan: WorldPlan,
  logLevel: 'warn' | 'info',
  work: (server: BerthServer) => Promise<Result>,
): Promise<Result> {
  const ledger = await ledgers.copyOf(plan.name);
  const logFile = join(workDirectory, `berth-${logLevel}.log`);
  const server = await startBerth({ ledger, logLevel, logFile }, firstRequest);
  try {
    return await work(server);
  } finally {
    await server.stop();
    await ledgers.remove(ledger);
  }
}

const firstRequest: RequestTemplate = {
  method: 'GET',
  path: '/allocation_candidates?resources=VCPU:1,MEMORY_MB:512,DISK_GB:10&limit=10',
};

async function measureInProcess(bench: Bench, plan: WorldPlan, group: readonly Operation[]): Promise<Row[]> {
  const operations = group.filter(({ isInProcess }) => isInProcess);
  if (operations.length === 0) return [];
  const { ledgers, settings, progress } = bench;
  progress.say(`${plan.name}, in one process: ${operations.map(({ name }) => name).join(', ')}`);
  const ledger = await ledgers.copyOf(plan.name);
  const rows = [...(await runJob({ part: 'handling', world: plan.name, ledger, operations, ...settings }))];
  const dissected = operations.filter(({ isDissected }) => isDissected);
  if (dissected.length > 0) {
    const job = { part: 'dissection', world: plan.name, ledger, operations: dissected, ...settings } as const;
    rows.push(...(await runJob(job)));
  }
  await ledgers.remove(ledger);
  return rows;
}

async function profile(bench: Bench, plan: WorldPlan, operation: Operation): Promise<readonly HotSpot[]> {
  const { ledgers, settings, progress, workDirectory } = bench;
  progress.say(`${plan.name}: ${operation.name}, with a profile`);
  const ledger = await ledgers.copyOf(plan.name);
  const spots = await profileOperation(ledger, plan.name, operation, firstRequest, settings, workDirectory);
  await ledgers.remove(ledger);
  return spots;
}

function measureBareSqlite({ settings, workDirectory, progress }: Bench, plan: WorldPlan): number {
  progress.say('bare SQLite, 128 claims in a transaction');
  return bareSqlite(join(workDirectory, `bare-${plan.name}.db`), 128, settings.seconds);
}

/** The rows over HTTP, with what the original did beside them. */
async function beside(
  { settings, progress, cacheDirectory }: Bench,
  plan: WorldPlan,
  operations: readonly Operation[],
  rows: readonly Row[],
  installation: Installation,
): Promise<Row[]> {
  const original = await startOriginal(installation, plan, cacheDirectory, progress);
  try {
    const compared = [...rows];
    for (const operation of operations.filter(({ isCompared }) => isCompared)) {
      progress.say(`${plan.name}: ${operation.name} of the original`);
      const figures = await onOriginal(original, operation, settings);
      const at = compared.findIndex((row) => row.operation === operation.name && row.via === 'http');
      compared[at] = { ...(compared[at] as Row), original: figures }; // Each was measured over HTTP.
    }
    return compared;
  } finally {
    await original.stop();
  }
}
