import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Commit } from '@berth/ledger/committer.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { Member } from '@berth/ledger/following/member.ts';
import { PostgresStore } from '@berth/ledger/journal/postgres-store.ts';
import { projectionsOf } from '../cloud/cloud-part.ts';
import type { Composition } from '../cloud/composition.ts';
import { logSeeded } from '../serving/log-seeded.ts';
import { OngoingTrouble } from '../serving/ongoing-trouble.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { DatabasePlace } from './database-ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';
import { startPruning } from '../serving/prune-journal.ts';
import { refuseStrangers } from '../serving/refuse-strangers.ts';
import { StoreHealth } from '../serving/store-health.ts';
import { inCluster } from '../cluster/in-cluster.ts';
import { readAuthorities } from '../cluster/read-authorities.ts';
import { reportLoss } from '../cluster/report-loss.ts';
import { senderToLeader } from '../cluster/send-to-leader.ts';

/** Shared store → world → services. It leads or follows from `announce` on. */
export async function openInCluster<World, Command, Change extends KindedChange>(
  place: DatabasePlace,
  composition: Composition<World, Command, Change>,
  around: Surroundings,
): Promise<OpenedCloud> {
  const { config, log, events, live } = around;
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((groupSize: number, durationMs: number) => void)[] = [];
  let seeding: Promise<void> | null = null;
  let lostCount = 0;
  const secret = randomBytes(24).toString('base64url');
  const store = await PostgresStore.open(place, projectionsOf(composition.parts), {
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
  const member = await Member.open<World, Command, Change>({
    store,
    domain: composition.domain,
    newWorld: () => composition.newWorld(),
    leaseMs: config.leaseMs,
    onAppendFailed: (reason) => storeHealth.failed(reason),
    onCommit: ({ commands, appendMs }: Commit<Change>) => {
      storeHealth.stored();
      for (const listener of commitListeners) listener(commands, appendMs);
    },
    onRole: (role) => {
      log.info({ role, change: member.standing.lastNumber }, role === 'leader' ? 'leads' : 'follows');
      if (role === 'leader') seeding = seed();
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
  const seeded: string[] = [];
  const commit: typeof member.submit = (command, read) => member.submit(command, read);
  const closing = new AbortController();
  const leadership = { isLeading: () => member.isLeading, ended: closing.signal };
  const handle = composition.serve({ world: () => member.world, commit, feed: member, leadership }, around);
  const stopPruning = startPruning(
    (before, limit) => member.prune(before, limit),
    config.journalRetentionMs,
    log,
  );

  return {
    handle: inCluster(handle, member, {
      secret,
      previews: composition.previews,
      ...(composition.toldLeader ? { toldLeader: composition.toldLeader } : {}),
      patienceMs: 3 * config.leaseMs,
      pathPrefix: config.pathPrefix ?? '',
      refuseStrangers: refuseStrangers(handle, around),
      send: senderToLeader(
        config.clusterCaFile === null ? {} : { ca: readAuthorities(config.clusterCaFile) },
      ),
      onPassedOn: (requestId, leader) => log.debug({ requestId, leader }, 'passed on'),
      onUnreachable: ({ name, address }, err) =>
        log.warn({ err, leader: name, address }, 'the process that leads cannot be reached at its address'),
    }),
    seeded,
    failed: failed.promise,
    live,
    metricsSource: {
      gauges: () => {
        const { role, lastNumber, lag } = member.standing;
        return {
          ...composition.gauges(member.world),
          berth_change_number: lastNumber,
          berth_changes_behind: lag,
          berth_is_leader: role === 'leader' ? 1 : 0,
          berth_changes_lost: lostCount,
          berth_store_failing: storeHealth.isFailing || member.standing.trouble !== null ? 1 : 0,
        };
      },
      onCommit: (listener) => void commitListeners.push(listener),
    },
    healthProblems: () => {
      // Whoever asks for health has no token, and need not know where the database is.
      const isAway = member.standing.trouble !== null;
      return [...(isAway ? ['the database cannot be asked'] : []), ...storeHealth.healthProblems()];
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
      await seeding;
    },
    close: async () => {
      closing.abort();
      stopPruning();
      storeHealth.close();
      clearInterval(watchingTrouble);
      await member.close();
    },
  };

  async function seed(): Promise<void> {
    try {
      const added = await composition.seed(commit, Date.now());
      seeded.push(...added);
      logSeeded(log, added);
    } catch (err) {
      log.warn({ err }, 'standard traits and classes could not be added');
    }
  }
}
