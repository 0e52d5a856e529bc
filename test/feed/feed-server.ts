import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpServer } from '@berth/api-kit/server/http-server.ts';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import type { World } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { ledgerOf } from '@berth/berth/opening/ledger.ts';
import { openCloud } from '@berth/berth/opening/open-cloud.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { surroundingsOf } from '@berth/berth/serving/surroundings.ts';
import { listen } from '@berth/berth/serving/listen.ts';
import { EventCounts } from '@berth/berth/metrics/event-counts.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { loadedCloud } from '@berth/berth/testing/loaded-cloud.ts';

export type LedgerKind = 'memory' | 'sqlite' | 'postgres';

/** A Berth that serves its feed, or several on one ledger. */
export interface FeedServer {
  readonly urls: readonly string[];
  /** The state that it has. */
  world(): Promise<World>;
  /** Forgets the changes that were made until now. */
  forget(): Promise<void>;
  /** Adds a trait, whatever its name. */
  addTrait(name: string): Promise<void>;
  /** Stops the process that leads; of several. */
  stopFirst(): Promise<void>;
  stop(): Promise<void>;
}

/** `args`: settings of one that serves by itself. */
export async function startFeedServer(kind: LedgerKind, args: readonly string[] = []): Promise<FeedServer> {
  if (kind === 'postgres') return await onPostgres();
  if (kind === 'memory') return await onJournal(new MemoryJournal(cloudProjections), args);
  const directory = mkdtempSync(join(tmpdir(), 'berth-feed-'));
  const server = await onJournal(openSqliteJournal(join(directory, 'berth.db'), cloudProjections), args);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const log = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });

/** One process of its own: this one. */
async function onJournal(journal: Journal<CloudChange>, args: readonly string[]): Promise<FeedServer> {
  const config = configOf(args);
  const failures: unknown[] = [];
  const { world, committer, feed } = await runLedger({
    world: cloud.newWorld(),
    domain: cloud.domain,
    journal,
    onFailure: (reason) => failures.push(reason),
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  await cloud.seed(commit, Date.now());
  const around = {
    ...surroundingsOf(config, cloud.rules, log, new EventCounts()),
    onFault: (thrown: unknown) => failures.push(thrown),
  };
  const server = await listen(cloud.serve({ world: () => world, commit, feed }, around), config, log);
  return {
    urls: [server.url],
    world: async () => world.placement,
    forget: async () => void (await journal.prune(Number.MAX_SAFE_INTEGER)),
    addTrait: (name) => {
      const command = { kind: 'sync-catalog', traits: [name], classes: standardClasses, now: 0 } as const;
      return committer.submit(command, () => {});
    },
    stopFirst: () => Promise.reject(new Error('There is only one.')),
    stop: async () => {
      await server.close();
      await committer.close();
      await journal.close();
      if (failures.length > 0) throw new AggregateError(failures, 'the service has failed');
    },
  };
}

/** One that leads and one that follows. */
async function onPostgres(): Promise<FeedServer> {
  const postgres = await PostgresServer.start();
  if (postgres === null) throw new Error('There is no PostgreSQL here.');
  const config = configOf(['--ledger', postgres.url, '--lease', '2s']);
  const servers: Pick<HttpServer, 'url'>[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (let count = 0; count < 2; count++) {
    const opened = await openCloud(cloud, config, log, new EventCounts());
    const server = await listen(opened.handle, config, log);
    await opened.announce(server.url);
    servers.push(server);
    stops.push(async () => {
      await server.close();
      await opened.close();
    });
  }
  return {
    urls: servers.map(({ url }) => url),
    world: async () => {
      const reader = await ledgerOf(config).openReadOnly(cloudProjections);
      const { placement } = loadedCloud(await reader.load());
      await reader.close();
      return placement;
    },
    forget: () => Promise.reject(new Error('It is the leader who forgets, by age.')),
    addTrait: () => Promise.reject(new Error('Its ledger is that of other processes.')),
    stopFirst: async () => await stops.shift()?.(),
    stop: async () => {
      for (const stop of stops) await stop();
      await postgres.stop();
    },
  };
}

function configOf(args: readonly string[]) {
  const readText = (path: string): never => {
    throw new Error(`There is no ${path}.`);
  };
  return loadConfig({
    args: ['--port', '0', ...args],
    environment: { BERTH_KEYSTONE_PASSWORD: 'secret' },
    readText,
  }).config;
}
