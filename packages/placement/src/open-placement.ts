import type { Change } from '@berth/engine/changes.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { isPostgresUrl } from './config/ledger-place.ts';
import type { Config } from './config/settings.ts';
import { createPlacement } from './placement.ts';
import type { ServiceSettings } from './placement-service.ts';
import { placementProjection } from './rows/projection.ts';
import { serviceSettingsOf } from './service-settings.ts';
import type { Log } from './serving/log.ts';
import type { OpenedPlacement } from './serving/opened-placement.ts';
import { removeServingNote, writeServingNote } from './serving/serving-note.ts';
import { watchLedger } from './serving/watch-ledger.ts';
import { startPruning } from './serving/prune-journal.ts';

/** Settings → ledger → service; on a file for itself, on PostgreSQL as one of several. */
export async function openPlacement(config: Config, log: Log): Promise<OpenedPlacement> {
  const service = serviceSettingsOf(config, log);
  for (const warning of service.policy.describe().warnings)
    log.warn({ policyFile: config.policyFile }, warning);
  if (!isPostgresUrl(config.ledgerPath)) return await openAlone(config, log, service);
  // Loaded when it is needed: most who try it out do without.
  const { openCluster } = await import('./cluster/open-cluster.ts');
  return await openCluster(config, log, service);
}

/** Settings → journal → world → service. */
async function openAlone(config: Config, log: Log, service: ServiceSettings): Promise<OpenedPlacement> {
  const journal = openSqliteJournal(config.ledgerPath.path, placementProjection, {
    onMigration: ({ to, describe }) => log.info({ to, describe }, 'the ledger is being upgraded'),
  });
  const { path } = config.ledgerPath;
  const isInFile = path !== ':memory:';
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((commit: Commit<Change>) => void)[] = [];
  try {
    const placement = await createPlacement({
      ...service,
      journal,
      onCommit: (commit) => {
        for (const listener of commitListeners) listener(commit);
      },
      onFailure: failed.resolve,
    });
    const { synced } = placement;
    if (synced.length > 0)
      log.info({ count: synced.length, names: synced }, 'standard traits and classes added');
    const stopPruning = startPruning(
      (before, limit) => journal.prune(before, limit),
      config.journalRetentionMs,
      log,
    );
    const stopWatching = watchLedger(journal, (reason) => placement.committer.stop(reason));
    return {
      handle: placement.handle,
      synced: placement.synced,
      failed: failed.promise,
      metricsSource: {
        counts: () => ({
          providers: placement.world.providers.size,
          consumers: placement.world.consumers.size,
          allocations: placement.world.allocationCount,
        }),
        onCommit: (listener) =>
          void commitListeners.push(({ commands, appendMs }) => listener(commands, appendMs)),
      },
      replicaSource: {
        lastNumber: () => journal.lastNumber,
        state: () => journal.load(),
        onCommit: (listener) => void commitListeners.push(listener),
        readAfter: (after, limit, lengthMax) => placement.feed.readAfter(after, limit, lengthMax),
      },
      ailments: () => (placement.committer.isHealthy ? [] : ['the ledger can no longer be written']),
      remarks: () => [],
      announce: async (url) => {
        if (url !== null && isInFile) writeServingNote(path, { pid: process.pid, url });
      },
      close: async () => {
        stopPruning();
        stopWatching();
        await placement.close();
        if (isInFile) removeServingNote(path, process.pid);
        journal.close();
      },
    };
  } catch (error) {
    journal.close();
    throw error;
  }
}
