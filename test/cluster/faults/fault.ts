import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '@berth/engine/assert.ts';
import type { Prng } from '@berth/testing/prng.ts';
import type { Cluster, ClusterMember } from '../cluster.ts';

export type FaultKind =
  | 'kill'
  | 'pause'
  | 'database'
  | 'cut'
  | 'unanswered'
  | 'older-same-epoch'
  | 'older-other-epoch'
  | 'clock';

export const faultKinds: Readonly<Record<FaultKind, string>> = {
  kill: 'kill -9 of the leader',
  pause: 'SIGSTOP of the leader for twice the lease, then SIGCONT',
  database: 'kill of PostgreSQL (SIGQUIT), started again at once',
  cut: "a follower's connections to the database are cut",
  unanswered: "the leader's connections to the database are cut in the middle of something",
  'older-same-epoch': 'PostgreSQL comes back as it was some hundred changes ago, in the same epoch',
  'older-other-epoch': 'PostgreSQL comes back as it was some hundred changes ago, in an earlier epoch',
  clock: 'the clock of PostgreSQL steps forward or back',
};

/** A fault that has begun. */
export interface Struck {
  /** When it began. */
  readonly atMs: number;
  /** Who is expected to go on, or to come back without help. */
  readonly survivors: readonly ClusterMember[];
  /** Whom it has struck; null when nobody in particular. */
  readonly victim: ClusterMember | null;
  /** Ends the fault; answers with when that was. */
  readonly repair: () => Promise<number>;
}

export function strike(kind: FaultKind, cluster: Cluster, leaseMs: number, prng: Prng): Promise<Struck> {
  switch (kind) {
    case 'kill':
      return killLeader(cluster);
    case 'pause':
      return pauseLeader(cluster, leaseMs);
    case 'database':
      return killDatabase(cluster);
    case 'cut':
      return cutFollower(cluster, leaseMs, prng);
    case 'unanswered':
      return cutLeader(cluster, prng);
    case 'older-same-epoch':
      return loseChanges(cluster, prng, () => Promise.resolve());
    case 'older-other-epoch':
      return loseChanges(cluster, prng, () => changeEpoch(cluster, prng));
    case 'clock':
      return stepClock(cluster, leaseMs, prng);
    default:
      return unreachable(kind);
  }
}

async function killLeader(cluster: Cluster): Promise<Struck> {
  const victim = await cluster.leader();
  const atMs = performance.now();
  await victim.process.kill();
  return {
    atMs,
    survivors: othersThan(cluster, victim),
    victim,
    repair: () => {
      cluster.startAgain(victim);
      return Promise.resolve(performance.now());
    },
  };
}

async function pauseLeader(cluster: Cluster, leaseMs: number): Promise<Struck> {
  const victim = await cluster.leader();
  const atMs = performance.now();
  victim.process.pause();
  await sleep(5); // By then the signal has arrived.
  return {
    atMs,
    survivors: othersThan(cluster, victim),
    victim,
    repair: async () => {
      await sleep(atMs + 2 * leaseMs - performance.now());
      victim.process.goOn();
      return performance.now();
    },
  };
}

async function killDatabase(cluster: Cluster): Promise<Struck> {
  const atMs = performance.now();
  await cluster.postgres.kill();
  const restarted = cluster.postgres.resume().then(() => performance.now());
  restarted.catch(() => {}); // Whoever repairs is told.
  return { atMs, survivors: cluster.members, victim: null, repair: () => restarted };
}

/** Every other time it can connect again at once; else only when the leader's lease would have run out twice. */
async function cutFollower(cluster: Cluster, leaseMs: number, prng: Prng): Promise<Struck> {
  const victim = prng.pick(await cluster.followers());
  const outageMs = prng.chance(0.5) ? 0 : 2 * leaseMs;
  const atMs = performance.now();
  if (outageMs > 0) victim.proxy?.refuse();
  victim.proxy?.cut();
  return {
    atMs,
    survivors: othersThan(cluster, victim),
    victim,
    repair: async () => {
      if (outageMs > 0) await sleep(atMs + outageMs - performance.now());
      victim.proxy?.heal();
      return performance.now();
    },
  };
}

/**
 * Either the answers do not arrive, so that what it has sent has happened and it does not know; or what it has sent arrives
 * when it has given it up.
 */
async function cutLeader(cluster: Cluster, prng: Prng): Promise<Struck> {
  const victim = await cluster.leader();
  const { proxy } = victim;
  const isLate = prng.chance(0.5);
  const atMs = performance.now();
  if (isLate) proxy?.holdRequests();
  else proxy?.swallowAnswers();
  await sleep(prng.between(30, 80));
  proxy?.cut();
  proxy?.heal();
  return {
    atMs,
    survivors: othersThan(cluster, victim),
    victim,
    repair: async () => {
      const endedMs = performance.now();
      // By then it mostly has a new connection.
      if (isLate) await sleep(prng.between(50, 300));
      proxy?.deliver();
      return endedMs;
    },
  };
}

/** What comes between the snapshot and the loss is lost. */
async function loseChanges(cluster: Cluster, prng: Prng, meanwhile: () => Promise<void>): Promise<Struck> {
  const snapshot = await cluster.postgres.snapshot();
  await meanwhile();
  await sleep(prng.between(100, 800));
  const atMs = performance.now();
  const restored = cluster.loseSince(snapshot).then(() => performance.now());
  restored.catch(() => {}); // Whoever repairs is told.
  return { atMs, survivors: cluster.members, victim: null, repair: () => restored };
}

/** The leader leads on in a new epoch, on a new connection; or another one does. */
async function changeEpoch(cluster: Cluster, prng: Prng): Promise<void> {
  const leader = await cluster.leader();
  if (prng.chance(0.5)) {
    leader.proxy?.cut();
    await sleep(100);
    return;
  }
  await leader.process.kill();
  cluster.startAgain(leader);
  await cluster.untilServing(leader);
  await cluster.leader();
}

/** The leader is asked all the while: where leases ran by that clock, somebody else would lead now as well. */
async function stepClock(cluster: Cluster, leaseMs: number, prng: Prng): Promise<Struck> {
  const victim = await cluster.leader();
  const seconds = prng.pick([-3600, -60, 60, 60, 3600]);
  const atMs = performance.now();
  cluster.postgres.stepClock(seconds);
  return {
    atMs,
    survivors: othersThan(cluster, victim),
    victim,
    repair: async () => {
      await sleep(atMs + 1.5 * leaseMs - performance.now());
      cluster.postgres.stepClock(0);
      return performance.now();
    },
  };
}

function othersThan({ members }: Cluster, victim: ClusterMember): ClusterMember[] {
  return members.filter((member) => member !== victim);
}
