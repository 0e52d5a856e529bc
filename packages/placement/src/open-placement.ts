import { statSync } from 'node:fs';
import type { Change } from '@berth/engine/changes.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { makeBackupCopy, removeLeftCopies } from './backup/backup-copies.ts';
import { isPostgresUrl } from './config/ledger-place.ts';
import type { Config } from './config/settings.ts';
import { createPlacement, type Placement } from './placement.ts';
import { placementProjection } from './rows/projection.ts';
import { type LiveServiceSettings, serviceSettingsOf } from './service-settings.ts';
import type { EventCounts } from './serving/event-counts.ts';
import { gaugesOfSize, gaugesOfWorld } from './serving/gauges-of.ts';
import type { Log } from './serving/log.ts';
import { logSynced } from './serving/log-synced.ts';
import type { OpenedPlacement } from './serving/opened-placement.ts';
import { checkServedWorld } from './serving/check-served-world.ts';
import { removeServingNote, writeServingNote } from './serving/serving-note.ts';
import { watchLedger } from './serving/watch-ledger.ts';
import { startPruning } from './serving/prune-journal.ts';
import { StoreHealth } from './serving/store-health.ts';

/** Settings → ledger → service; on a file for itself, on PostgreSQL as one of several. */
export async function openPlacement(config: Config, log: Log, events: EventCounts): Promise<OpenedPlacement> {
  const service = serviceSettingsOf(config, log, events);
  for (const warning of service.warnings) log.warn({ policyFile: config.policyFile }, warning);
  if (!isPostgresUrl(config.ledgerPath)) return await openAlone(config, log, events, service);
  // Loaded when it is needed: most who try it out do without.
  const { openCluster } = await import('./cluster/open-cluster.ts');
  return await openCluster(config, log, events, service);
}

/** Settings → journal → world → service. */
async function openAlone(
  config: Config,
  log: Log,
  events: EventCounts,
  service: LiveServiceSettings,
): Promise<OpenedPlacement> {
  const journal = openSqliteJournal(config.ledgerPath.path, [placementProjection], {
    onUpgrade: ({ part, to, describe }) => log.info({ part, to, describe }, 'the ledger is being upgraded'),
  });
  const { path } = config.ledgerPath;
  const isInFile = path !== ':memory:';
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((commit: Commit<Change>) => void)[] = [];
  const store = new StoreHealth({
    log,
    events,
    probe: () => journal.probe(),
    onMended: () => void syncAgain(),
  });
  if (journal.openingTrouble !== null) store.failed(journal.openingTrouble);
  const makeBackup = async () => {
    const startedMs = performance.now();
    const copy = await makeBackupCopy(journal, path);
    const ms = Math.round(performance.now() - startedMs);
    log.info({ change: copy.number, bytes: copy.bytes, ms }, 'a backup was made');
    return copy;
  };
  let placement: Placement;
  try {
    if (isInFile) removeLeftCopies(path);
    placement = await createPlacement({
      ...service,
      journal,
      ...(isInFile ? { makeBackup } : {}),
      onCommit: (commit) => {
        store.stored();
        for (const listener of commitListeners) listener(commit);
      },
      onAppendFailed: (reason) => store.failed(reason),
      onFailure: failed.resolve,
    });
  } catch (error) {
    store.close();
    journal.close();
    throw error;
  }
  const { world, committer, feed } = placement;
  logSynced(log, placement.synced);
  const stopPruning = startPruning(
    (before, limit) => journal.prune(before, limit),
    config.journalRetentionMs,
    log,
  );
  const closing = new AbortController();
  const onProblems = (count: number, first: readonly string[]) =>
    log.warn({ count, first }, 'the ledger has what breaks the rules of the API: berth status tells all');
  void checkServedWorld(world, onProblems, undefined, closing.signal);
  if (isInFile && (statSync(path).mode & 0o077) !== 0)
    log.warn({ path }, 'others on this machine can read the ledger: chmod 600 it');
  const stopWatching = watchLedger(journal, (reason) => committer.stop(reason));
  return {
    handle: placement.handle,
    live: service.live,
    synced: placement.synced,
    failed: failed.promise,
    metricsSource: {
      gauges: () => ({
        ...gaugesOfWorld(world),
        ...gaugesOfSize(journal.size()),
        berth_change_number: journal.lastNumber,
        berth_changes_behind: 0,
        berth_is_leader: 1,
        berth_store_failing: store.isFailing ? 1 : 0,
        berth_journal_changes: journal.lastNumber - journal.forgottenThrough,
        berth_commands_waiting: committer.pending,
      }),
      onCommit: (listener) =>
        void commitListeners.push(({ commands, appendMs }) => listener(commands, appendMs)),
    },
    ...(isInFile ? { makeBackup } : {}),
    replicaSource: {
      lastNumber: () => journal.lastNumber,
      state: () => journal.load(),
      onCommit: (listener) => void commitListeners.push(listener),
      readAfter: (after, limit, lengthMax) => feed.readAfter(after, limit, lengthMax),
    },
    ailments: () => [
      ...(committer.isHealthy ? [] : ['the ledger can no longer be written']),
      ...store.ailments(),
    ],
    remarks: () => [],
    announce: async (url) => {
      if (url === null || !isInFile) return;
      try {
        writeServingNote(path, { pid: process.pid, url: `${url}${config.pathPrefix ?? ''}` });
      } catch (err) {
        // On a full disk reads are served all the same.
        log.warn({ err }, 'where this process serves could not be noted: berth status will not find it');
      }
    },
    close: async () => {
      stopPruning();
      stopWatching();
      closing.abort();
      store.close();
      await placement.close();
      if (isInFile) removeServingNote(path, process.pid);
      journal.close();
    },
  };

  /** What could not be added at the start, if there was anything. */
  async function syncAgain(): Promise<void> {
    try {
      logSynced(log, await placement.syncCatalog());
    } catch (err) {
      // It is tried again when something can be stored again, or at the next start.
      log.warn({ err }, 'standard traits and classes could not be added');
    }
  }
}
