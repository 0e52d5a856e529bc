import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import { openPostgresJournalReadOnly } from '@berth/ledger/journal/postgres-journal-reader.ts';
import { BreakingProxy } from '@berth/ledger/testing/breaking-proxy.ts';
import { PostgresServer, type Snapshot } from '@berth/ledger/testing/postgres-server.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { placementChange } from '@berth/berth/testing/placement-change.ts';
import { ask, Peer, succeeded } from '../differential/exchange.ts';
import { type BerthProcess, spawnBerth } from '../malformed/berth-process.ts';
import type { Loss, NamedChange } from './checking/branches.ts';

export interface ClusterOptions {
  readonly leaseMs: number;
  /** Another build of Berth than this checkout's. */
  readonly command?: string;
  /** Whether what each process has to do with the database can be cut. */
  readonly isCuttable?: boolean;
  /** Whether the clock of the database can be stepped. */
  readonly hasOwnClock?: boolean;
}

export interface ClusterMember {
  readonly index: number;
  readonly url: string;
  readonly port: number;
  /** What it has to do with the database goes through this. */
  readonly proxy: BreakingProxy | null;
  process: BerthProcess;
}

/** A process does not serve, though nothing keeps it from that any more. */
export class NotServing extends Error {}

const memberCount = 3;

/** Three processes on one PostgreSQL. */
export class Cluster {
  readonly postgres: PostgresServer;
  readonly members: readonly ClusterMember[];
  /** What the database had each time it came back older, and when that was. */
  readonly losses: Loss[] = [];
  readonly #options: ClusterOptions;
  readonly #started: BerthProcess[] = [];

  private constructor(postgres: PostgresServer, members: readonly ClusterMember[], options: ClusterOptions) {
    this.postgres = postgres;
    this.members = members;
    this.#options = options;
    process.once('exit', this.#endAll);
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { hasOwnClock = false } = options;
    const postgres = await PostgresServer.start({ hasOwnClock });
    if (postgres === null) throw new Error('There is no PostgreSQL here.');
    const members: ClusterMember[] = [];
    const cluster = new Cluster(postgres, members, options);
    try {
      for (let index = 0; index < memberCount; index += 1) {
        const proxy = options.isCuttable ? await BreakingProxy.before(portOf(postgres.url)) : null;
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        members.push({ index, url, port, proxy, process: cluster.#spawn(port, proxy) });
      }
      // At the same time, so that one of them makes the tables while the others wait for it.
      await Promise.all(members.map((member) => cluster.untilServing(member)));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Who says that it leads. */
  async leader(): Promise<ClusterMember> {
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      for (const member of this.members) {
        if (await saysItLeads(member)) return member;
      }
      await sleep(50);
    }
    throw new NotServing(`Nobody leads.${this.#said()}`);
  }

  async followers(): Promise<ClusterMember[]> {
    const leader = await this.leader();
    return this.members.filter((member) => member !== leader);
  }

  startAgain(member: ClusterMember): void {
    member.process = this.#spawn(member.port, member.proxy);
  }

  /** Until it takes part and can serve. */
  async untilServing(member: ClusterMember): Promise<void> {
    const deadline = performance.now() + 60_000;
    while ((await health(member)).status !== 200) {
      if (!member.process.isAlive || performance.now() > deadline)
        throw new NotServing(`Process ${member.index} does not serve. It said:\n${member.process.output}`);
      await sleep(10);
    }
  }

  /** All that is stored: each change in its order with its number, and what the rows say. */
  stored(): Promise<Stored> {
    return storedAt(this.postgres.url);
  }

  /** The database goes away, and comes back as it was at an earlier moment. */
  async loseSince(snapshot: Snapshot): Promise<void> {
    const startedMs = performance.now();
    const { changes } = await this.postgres.lookInto(storedAt);
    await this.postgres.resumeFrom(snapshot);
    this.losses.push({ changes, startedMs, endedMs: performance.now() });
  }

  /** Which changes the processes have said to be lost. */
  get namedLost(): readonly NamedChange[] {
    return this.#started.flatMap(({ output }) => namedLostIn(output));
  }

  async stop(): Promise<void> {
    process.off('exit', this.#endAll);
    for (const { process, proxy } of this.members) {
      process.goOn();
      await process.kill();
      proxy?.close();
    }
    await this.postgres.stop();
  }

  /** Nothing outlives the program that has started it. */
  readonly #endAll = (): void => {
    for (const { process } of this.members) void process.kill();
  };

  #spawn(port: number, proxy: BreakingProxy | null): BerthProcess {
    const { leaseMs, command } = this.#options;
    const url = new URL(this.postgres.url);
    if (proxy) url.port = String(proxy.port);
    const args = ['--lease', `${leaseMs}ms`];
    const options = { ledger: url.href, args, ...(command === undefined ? {} : { command }) };
    const started = spawnBerth(options, port);
    this.#started.push(started);
    return started;
  }

  #said(): string {
    return this.members.map(({ index, process }) => `\nProcess ${index} said:\n${process.output}`).join('');
  }
}

interface Stored {
  readonly changes: readonly NumberedChange<Change>[];
  readonly rows: readonly Change[];
}

async function storedAt(url: string): Promise<Stored> {
  const reader = await openPostgresJournalReadOnly({ url, schema: 'berth' }, cloudProjections);
  try {
    const changes: NumberedChange<Change>[] = [];
    for (;;) {
      const page = await reader.changesAfter(changes.at(-1)?.number ?? 0, 10_000);
      if (page.length === 0) break;
      for (const { change, ...rest } of page) changes.push({ ...rest, change: placementChange(change) });
    }
    return { changes, rows: Array.from(await reader.load(), placementChange) };
  } finally {
    await reader.close();
  }
}

/** Lines of the log that tell of changes that were acknowledged and are gone. */
function namedLostIn(output: string): NamedChange[] {
  return output.split('\n').flatMap((line) => {
    if (!line.includes('"lost":[')) return [];
    return (JSON.parse(line) as { lost: NamedChange[] }).lost;
  });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** By its own word, which may be wrong. */
export async function saysItLeads(member: ClusterMember): Promise<boolean> {
  return /leader at change/.test((await health(member)).text);
}

async function health({ url }: ClusterMember): Promise<{ status: number; text: string }> {
  const peer = new Peer(url);
  try {
    return await peer.send(ask('GET', '/healthcheck', 38));
  } finally {
    peer.close();
  }
}

/** Writes that must be answered well, before anything begins. */
export async function setUp(
  { url }: ClusterMember,
  writes: readonly (readonly [method: string, path: string, body?: unknown])[],
): Promise<void> {
  const peer = new Peer(url);
  for (const [method, path, body] of writes) {
    const answer = await peer.send(ask(method, path, 38, body));
    if (!succeeded(answer)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  }
  peer.close();
}
