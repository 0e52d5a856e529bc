import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { Member } from '@berth/ledger/following/member.ts';
import { PostgresStore } from '@berth/ledger/journal/postgres-store.ts';
import type { Config } from '../config/settings.ts';
import { placementDomain, syncCatalog } from '../placement-domain.ts';
import { createPlacementService, type ServiceSettings } from '../placement-service.ts';
import { placementProjection } from '../rows/projection.ts';
import type { Log } from '../serving/log.ts';
import type { OpenedPlacement } from '../serving/opened-placement.ts';
import { startPruning } from '../serving/prune-journal.ts';
import { refuseStrangers } from '../serving/refuse-strangers.ts';
import { inCluster } from './in-cluster.ts';

/** Settings → shared store → world → service. It leads or follows from `announce` on. */
export async function openCluster(
  config: Config,
  log: Log,
  service: ServiceSettings,
): Promise<OpenedPlacement> {
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((groupSize: number, durationMs: number) => void)[] = [];
  let syncing: Promise<void> | null = null;
  const secret = randomBytes(24).toString('base64url');
  const place = { url: config.ledgerPath.url, schema: config.ledgerSchema };
  const store = await PostgresStore.open(place, placementProjection, {
    leaseMs: config.leaseMs,
    onMigration: ({ to, describe }) => log.info({ to, describe }, 'the ledger is being upgraded'),
    onConnection: (err) => {
      if (err === null) log.info('connected to the database again');
      else log.warn({ err }, 'the connection to the database was lost');
    },
  });
  const member = await Member.open<WorldState, Command, Change>({
    store,
    domain: placementDomain,
    newWorld: () => new WorldState(),
    leaseMs: config.leaseMs,
    onCommit: ({ commands, appendMs }: Commit<Change>) => {
      for (const listener of commitListeners) listener(commands, appendMs);
    },
    onRole: (role) => {
      log.info({ role, change: member.standing.lastNumber }, role === 'leader' ? 'leads' : 'follows');
      if (role === 'leader') syncing = sync();
    },
    onTrouble: (err) => log.warn({ err }, 'the database cannot be asked'),
    onFailure: failed.resolve,
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const synced: string[] = [];
  const handle = createPlacementService(
    {
      world: () => member.world,
      commit: (command, read) => member.submit(command, read),
      feed: member,
    },
    service,
  );
  const stopPruning = startPruning(
    (before, limit) => member.prune(before, limit),
    config.journalRetentionMs,
    log,
  );

  return {
    handle: inCluster(handle, member, {
      secret,
      patienceMs: 3 * config.leaseMs,
      pathPrefix: config.pathPrefix ?? '',
      refuseStrangers: refuseStrangers(handle, service),
      onPassedOn: (requestId, leader) => log.debug({ requestId, leader }, 'passed on'),
    }),
    synced,
    failed: failed.promise,
    metricsSource: {
      counts: () => ({
        providers: member.world.providers.size,
        consumers: member.world.consumers.size,
        allocations: member.world.allocationCount,
      }),
      onCommit: (listener) => void commitListeners.push(listener),
    },
    ailments: () => {
      const { trouble } = member.standing;
      // Whoever asks for health has no token, and need not know where the database is.
      return trouble === null ? [] : ['the database cannot be asked'];
    },
    remarks: () => {
      const { role, lastNumber, lag } = member.standing;
      return [
        role === 'leader'
          ? `leader at change ${lastNumber}`
          : `follower at change ${lastNumber}, ${lag} behind`,
      ];
    },
    announce: async (url) => {
      const name = `process ${process.pid} on ${hostname()}`;
      await member.join({ name, address: config.clusterAddress ?? url, secret });
      await syncing;
    },
    close: async () => {
      stopPruning();
      await member.close();
    },
  };

  async function sync(): Promise<void> {
    try {
      const added = await syncCatalog((command, read) => member.submit(command, read), Date.now());
      synced.push(...added);
      if (added.length > 0)
        log.info({ count: added.length, names: added }, 'standard traits and classes added');
    } catch (err) {
      log.warn({ err }, 'standard traits and classes could not be added');
    }
  }
}
