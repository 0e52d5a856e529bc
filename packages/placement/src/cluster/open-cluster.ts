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
import { createPlacementService } from '../placement-service.ts';
import { placementProjection } from '../rows/projection.ts';
import type { LiveServiceSettings } from '../service-settings.ts';
import type { EventCounts } from '../serving/event-counts.ts';
import { gaugesOfWorld } from '../serving/gauges-of.ts';
import type { Log } from '../serving/log.ts';
import { logSynced } from '../serving/log-synced.ts';
import { OngoingTrouble } from '../serving/ongoing-trouble.ts';
import type { OpenedPlacement } from '../serving/opened-placement.ts';
import { startPruning } from '../serving/prune-journal.ts';
import { refuseStrangers } from '../serving/refuse-strangers.ts';
import { StoreHealth } from '../serving/store-health.ts';
import { inCluster } from './in-cluster.ts';
import { readAuthorities } from './read-authorities.ts';
import { reportLoss } from './report-loss.ts';
import { senderToLeader } from './send-to-leader.ts';

/** Settings → shared store → world → service. It leads or follows from `announce` on. */
export async function openCluster(
  config: Config,
  log: Log,
  events: EventCounts,
  service: LiveServiceSettings,
): Promise<OpenedPlacement> {
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((groupSize: number, durationMs: number) => void)[] = [];
  let syncing: Promise<void> | null = null;
  let lostCount = 0;
  const secret = randomBytes(24).toString('base64url');
  const place = { url: config.ledgerPath.url, schema: config.ledgerSchema };
  const store = await PostgresStore.open(place, [placementProjection], {
    leaseMs: config.leaseMs,
    onUpgrade: ({ part, to, describe }) => log.info({ part, to, describe }, 'the ledger is being upgraded'),
    onConnection: (err) => {
      if (err === null) log.info('connected to the database again');
      else log.warn({ err }, 'the connection to the database was lost');
    },
  });
  const storeHealth = new StoreHealth({ log, events });
  const trouble = new OngoingTrouble(log, {
    begins: 'the database cannot be asked',
    goesOn: 'the database still cannot be asked',
    ends: 'the database can be asked again',
  });
  const member = await Member.open<WorldState, Command, Change>({
    store,
    domain: placementDomain,
    newWorld: () => new WorldState(),
    leaseMs: config.leaseMs,
    onAppendFailed: (reason) => storeHealth.failed(reason),
    onCommit: ({ commands, appendMs }: Commit<Change>) => {
      storeHealth.stored();
      for (const listener of commitListeners) listener(commands, appendMs);
    },
    onRole: (role) => {
      log.info({ role, change: member.standing.lastNumber }, role === 'leader' ? 'leads' : 'follows');
      if (role === 'leader') syncing = sync();
    },
    onLoss: (loss) => {
      lostCount += loss.changes.length;
      reportLoss(loss, log);
    },
    onTrouble: (err) => trouble.happened(err),
    onFailure: failed.resolve,
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  // A leader is not told: it finds out when it needs to be certain.
  const watchingTrouble = setInterval(() => {
    const { trouble: reason } = member.standing;
    if (reason === null) trouble.ended();
    else if (trouble.isOn) trouble.isStillSo(reason);
    else trouble.happened(reason);
  }, config.leaseMs / 4).unref();
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
      send: senderToLeader(
        config.clusterCaFile === null ? {} : { ca: readAuthorities(config.clusterCaFile) },
      ),
      onPassedOn: (requestId, leader) => log.debug({ requestId, leader }, 'passed on'),
      onUnreachable: ({ name, address }, err) =>
        log.warn({ err, leader: name, address }, 'the process that leads cannot be reached at its address'),
    }),
    synced,
    failed: failed.promise,
    live: service.live,
    metricsSource: {
      gauges: () => {
        const { role, lastNumber, lag } = member.standing;
        return {
          ...gaugesOfWorld(member.world),
          berth_change_number: lastNumber,
          berth_changes_behind: lag,
          berth_is_leader: role === 'leader' ? 1 : 0,
          berth_changes_lost: lostCount,
          berth_store_failing: storeHealth.isFailing || member.standing.trouble !== null ? 1 : 0,
        };
      },
      onCommit: (listener) => void commitListeners.push(listener),
    },
    ailments: () => {
      // Whoever asks for health has no token, and need not know where the database is.
      const isAway = member.standing.trouble !== null;
      return [...(isAway ? ['the database cannot be asked'] : []), ...storeHealth.ailments()];
    },
    remarks: () => {
      const { role, lastNumber, lag } = member.standing;
      return [
        role === 'leader'
          ? `leader at change ${lastNumber}`
          : `follower at change ${lastNumber}, ${lag} behind`,
        ...(lostCount > 0 ? [`the database has lost ${lostCount} changes that were known here`] : []),
      ];
    },
    announce: async (url) => {
      const name = `process ${process.pid} on ${hostname()}`;
      await member.join({ name, address: config.clusterAddress ?? url, secret });
      await syncing;
    },
    close: async () => {
      stopPruning();
      storeHealth.close();
      clearInterval(watchingTrouble);
      await member.close();
    },
  };

  async function sync(): Promise<void> {
    try {
      const added = await syncCatalog((command, read) => member.submit(command, read), Date.now());
      synced.push(...added);
      logSynced(log, added);
    } catch (err) {
      log.warn({ err }, 'standard traits and classes could not be added');
    }
  }
}
