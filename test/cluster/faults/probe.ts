import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterMember, NotServing, saysItLeads } from '../cluster.ts';
import { Caller } from '../load/caller.ts';
import type { Cast } from '../load/cast.ts';
import type { Load } from '../load/load.ts';
import type { Recorder } from '../load/recorder.ts';

export interface Recovery {
  /** Until the first read, and the first write, that was answered well. */
  readonly readMs: number;
  readonly writeMs: number;
}

/** What asks, besides the load; it is part of the history. */
const probeClient = 1000;
const everyMs = 50;
const connectionCount = 20;
const givenUpAfterMs = 30_000;

/**
 * How long after `sinceMs` a process answers again. It is asked again and again without waiting for earlier answers, as
 * many clients would; and given up when it does not answer for long after the fault has ended, however long that lasted.
 */
export async function recovery(
  member: ClusterMember,
  sinceMs: number,
  faultEnd: Promise<unknown>,
  { cast, recorder }: Pick<Load, 'cast' | 'recorder'>,
): Promise<Recovery> {
  const [readMs, writeMs] = await Promise.all([
    firstSuccess(member, recorder, faultEnd, (caller) => canRead(caller, cast)),
    firstSuccess(member, recorder, faultEnd, (caller) => canWrite(caller, cast)),
  ]);
  return { readMs: readMs - sinceMs, writeMs: writeMs - sinceMs };
}

/** Connections to a process from before something happens to it: what is sent on them it finds before anything else. */
export async function connections(
  { url, index }: ClusterMember,
  cast: Cast,
  recorder: Recorder,
): Promise<Caller[]> {
  const callers = Array.from(
    { length: connectionCount },
    () => new Caller(probeClient + index, index, url, recorder),
  );
  await Promise.all(callers.map((caller) => canRead(caller, cast)));
  return callers;
}

/**
 * Asks a process that something has happened to all the while, though it may not answer: what it says when it can speak
 * again was asked when others had already gone on without it.
 */
export async function keepAsking(
  callers: readonly Caller[],
  cast: Cast,
  isOver: () => boolean,
): Promise<void> {
  const asked: Promise<unknown>[] = [];
  for (const [index, caller] of callers.entries()) {
    if (isOver()) break;
    asked.push(index % 3 === 2 ? canWrite(caller, cast) : canRead(caller, cast));
    await sleep(2 * everyMs);
  }
  await Promise.all(asked);
}

/**
 * Reads of one process as often as it answers, while those of the others are written to that say that they lead: where two think so,
 * the first does not see what the second has written. Nothing is passed on to the first meanwhile, which would tell it.
 */
export async function compare(
  read: ClusterMember,
  others: readonly ClusterMember[],
  cast: Cast,
  recorder: Recorder,
  isOver: () => boolean,
): Promise<void> {
  const again = async (member: ClusterMember, ask: (caller: Caller) => Promise<unknown>): Promise<void> => {
    const caller = new Caller(probeClient + member.index, member.index, member.url, recorder);
    while (!isOver()) {
      await ask(caller);
      await sleep(2);
    }
    caller.close();
  };
  const reading = [1, 2, 3].map(() => again(read, (caller) => canRead(caller, cast)));
  const writing = others.map((member) =>
    again(member, async (caller) => (await saysItLeads(member)) && (await canWrite(caller, cast))),
  );
  await Promise.all([...reading, ...writing]);
}

async function canRead(caller: Caller, { wide }: Cast): Promise<boolean> {
  return (await caller.usages(wide)) !== null;
}

async function canWrite(caller: Caller, { wide }: Cast): Promise<boolean> {
  const claim = { consumer: randomUUID(), expected: null, allocations: { [wide]: { VCPU: 1 } } };
  const outcome = await caller.write(caller.newId(), { kind: 'claim', claims: [claim] });
  if (outcome.kind === 'refused') throw new Error(`it was refused: ${JSON.stringify(outcome)}`);
  return outcome.kind === 'done';
}

/** When it was. Ends when all attempts have ended, so that none is left for later. */
async function firstSuccess(
  { url, index, process }: ClusterMember,
  recorder: Recorder,
  faultEnd: Promise<unknown>,
  attempt: (caller: Caller) => Promise<boolean>,
): Promise<number> {
  let givenUpAt = Number.POSITIVE_INFINITY;
  const startsCounting = (): void => {
    givenUpAt = performance.now() + givenUpAfterMs;
  };
  // Whoever repairs is told where that fails.
  void faultEnd.then(startsCounting, startsCounting);
  let succeededAt = Number.POSITIVE_INFINITY;
  const attempts: Promise<void>[] = [];
  while (succeededAt === Number.POSITIVE_INFINITY) {
    if (performance.now() > givenUpAt)
      throw new NotServing(`process ${index} does not recover. It said:\n${process.output}`);
    const caller = new Caller(probeClient + index, index, url, recorder);
    const asked = attempt(caller).then((isWell) => {
      if (isWell) succeededAt = Math.min(succeededAt, performance.now());
      caller.close();
    });
    attempts.push(asked);
    await Promise.race([sleep(everyMs), asked.then(() => sleep(5))]);
  }
  await Promise.all(attempts);
  return succeededAt;
}
