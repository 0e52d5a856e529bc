import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { Prng } from '@berth/testing/prng.ts';
import type { Verdict } from '../checking/check-history.ts';
import { Cluster, NotServing } from '../cluster.ts';
import { Load } from '../load/load.ts';
import type { Tally } from '../load/load-client.ts';
import { type FaultKind, strike } from './fault.ts';
import { compare, connections, keepAsking, type Recovery, recovery } from './probe.ts';

export interface FaultOptions {
  /** In turn. */
  readonly kinds: readonly FaultKind[];
  readonly rounds: number;
  readonly clients: number;
  readonly leaseMs: number;
  readonly seed: string;
  readonly command?: string;
  readonly print: (text: string) => void;
}

export interface Round {
  readonly kind: FaultKind;
  /** Of each process that was not struck itself, from the beginning of the fault. */
  readonly survivors: readonly Recovery[];
  /** Of the process that was, from the end of the fault. */
  readonly victim: Recovery | null;
  /** How long the fault lasted. */
  readonly lastedMs: number;
}

export interface FaultResult {
  readonly rounds: readonly Round[];
  readonly operations: number;
  readonly tally: Tally;
  readonly verdict: Verdict;
}

/** On average between two things that a client does: the faults are what is looked at, and not how much the processes bear. */
const paceMs = 100;

/** Faults again and again under load, and whether all that the clients saw all the time fits one order. */
export async function faultTest(options: FaultOptions): Promise<FaultResult> {
  const { kinds, seed } = options;
  const isCuttable = (['cut', 'unanswered', 'older-other-epoch'] as const).some((kind) =>
    kinds.includes(kind),
  );
  const hasOwnClock = kinds.includes('clock');
  if (hasOwnClock && !PostgresServer.canHaveOwnClock)
    throw new Error('To step the clock of PostgreSQL takes libfaketime (Debian: libfaketime).');
  const cluster = await Cluster.start({ ...options, isCuttable, hasOwnClock });
  const load = new Load(cluster, { ...options, paceMs });
  try {
    await load.setUp();
    const working = load.run();
    const rounds: Round[] = [];
    const notServing = await Promise.race([
      strikeAll(cluster, load, options, new Prng(`${seed}/faults`), rounds),
      // What a client cannot make sense of ends the test; else none of them ends by itself.
      working.then(() => Promise.reject(new Error('the load has ended'))),
    ]);
    load.end();
    await working;
    const verdict = await load.check();
    if (notServing !== null) verdict.findings.add('not recovered', notServing.message);
    return { rounds, operations: load.recorder.operations.length, tally: load.tally, verdict };
  } finally {
    load.end();
    await cluster.stop();
  }
}

/** Answers with why it could not go on; null when all rounds are done. */
async function strikeAll(
  cluster: Cluster,
  load: Load,
  options: FaultOptions,
  prng: Prng,
  rounds: Round[],
): Promise<NotServing | null> {
  try {
    while (rounds.length < options.rounds) {
      for (const member of cluster.members) await cluster.untilServing(member);
      await sleep(prng.between(100, 400));
      const kind = options.kinds[rounds.length % options.kinds.length] as FaultKind;
      const round = await strikeOnce(kind, cluster, load, options.leaseMs, prng);
      rounds.push(round);
      options.print(`${kind} ${rounds.length}: ${roundText(round)}\n`);
    }
    return null;
  } catch (error) {
    if (error instanceof NotServing) return error;
    throw error;
  }
}

function roundText({ survivors, victim, lastedMs }: Round): string {
  const shown = [...survivors, ...(victim ? [victim] : [])].map(
    ({ readMs, writeMs }) => `${readMs.toFixed(0)}/${writeMs.toFixed(0)}`,
  );
  return `lasted ${lastedMs.toFixed(0)} ms, first read/write after ${shown.join(', ')} ms`;
}

async function strikeOnce(
  kind: FaultKind,
  cluster: Cluster,
  load: Load,
  leaseMs: number,
  prng: Prng,
): Promise<Round> {
  if (kind === 'clock') return await strikeInSilence(kind, cluster, load, leaseMs, prng);
  const { cast, recorder } = load;
  const ready = await Promise.all(cluster.members.map((member) => connections(member, cast, recorder)));
  const { atMs, survivors, victim, repair } = await strike(kind, cluster, leaseMs, prng);
  let isRepaired = false;
  const asking = victim && keepAsking(ready[victim.index] ?? [], cast, () => isRepaired);
  const end = repair();
  const measured = Promise.all(survivors.map((member) => recovery(member, atMs, end, load)));
  const repaired = end.then(async (endedMs) => {
    isRepaired = true;
    return { lastedMs: endedMs - atMs, victim: victim && (await recovery(victim, endedMs, end, load)) };
  });
  const [recoveries, atEnd] = await Promise.all([measured, repaired, asking]);
  for (const caller of ready.flat()) caller.close();
  return { kind, survivors: recoveries, ...atEnd };
}

/**
 * What nobody is to notice: the leader is read of all the while, and others are written to if they come to lead. The load rests, as a
 * leader that is written to finds out at once that it is none any more. Times are from the end of it.
 */
async function strikeInSilence(
  kind: FaultKind,
  cluster: Cluster,
  load: Load,
  leaseMs: number,
  prng: Prng,
): Promise<Round> {
  const { cast, recorder } = load;
  load.isResting = true;
  await sleep(200);
  const { atMs, survivors, victim, repair } = await strike(kind, cluster, leaseMs, prng);
  let isRepaired = false;
  const comparing = victim && compare(victim, survivors, cast, recorder, () => isRepaired);
  const end = repair();
  const endedMs = await end;
  isRepaired = true;
  await comparing;
  load.isResting = false;
  const afterwards = await Promise.all(cluster.members.map((member) => recovery(member, endedMs, end, load)));
  return { kind, survivors: afterwards, victim: null, lastedMs: endedMs - atMs };
}
