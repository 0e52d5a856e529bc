import { statSync } from 'node:fs';
import type { Commit } from '@berth/ledger/committer.ts';
import { JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import { openSqliteJournal, type SqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { makeBackupCopy, removeLeftCopies } from '../backup/backup-copies.ts';
import { projectionsOf } from '../cloud/cloud-part.ts';
import type { Composition } from '../cloud/composition.ts';
import { gaugesOfSize } from '../metrics/gauges-of-size.ts';
import { checkServedWorld } from '../serving/check-served-world.ts';
import { logSeeded } from '../serving/log-seeded.ts';
import { startPruning } from '../serving/prune-journal.ts';
import { removeServingNote, writeServingNote } from '../serving/serving-note.ts';
import { StoreHealth } from '../serving/store-health.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import { watchLedger } from '../serving/watch-ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';

/** Journal → world → services, on a file that this process has to itself. */
export async function openAlone<World, Command, Change extends KindedChange>(
  path: string,
  composition: Composition<World, Command, Change>,
  around: Surroundings,
): Promise<OpenedCloud> {
  const { log } = around;
  const journal = openSqliteJournal(path, projectionsOf(composition.parts), {
    onUpgrade: ({ part, to, describe }) => log.info({ part, to, describe }, 'the ledger is being upgraded'),
  });
  try {
    if (path !== ':memory:') removeLeftCopies(path);
    return await openOn(journal, path, composition, around);
  } catch (error) {
    journal.close();
    throw error;
  }
}

async function openOn<World, Command, Change extends KindedChange>(
  journal: SqliteJournal<Change>,
  path: string,
  composition: Composition<World, Command, Change>,
  around: Surroundings,
): Promise<OpenedCloud> {
  const { config, log, events, live } = around;
  const isInFile = path !== ':memory:';
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((commit: Commit<Change>) => void)[] = [];
  const store = new StoreHealth({
    log,
    events,
    probe: () => journal.probe(),
    onMended: () => void seedAgain(),
  });
  if (journal.openingTrouble !== null) store.failed(journal.openingTrouble);
  const { world, committer, feed } = await runLedger<World, Command, Change>({
    world: composition.newWorld(),
    domain: composition.domain,
    journal,
    onCommit: (commit) => {
      store.stored();
      for (const listener of commitListeners) listener(commit);
    },
    onAppendFailed: (reason) => store.failed(reason),
    onFailure: failed.resolve,
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  const seed = () => composition.seed(commit, Date.now());
  const seeded = await seed().catch((error: unknown) => {
    // The one who is told of failed appends knows. What is there can be read.
    if (error instanceof JournalUnavailable) return [];
    store.close();
    throw error;
  });
  logSeeded(log, seeded);
  const makeBackup = async () => {
    const startedMs = performance.now();
    const copy = await makeBackupCopy(journal, path);
    const ms = Math.round(performance.now() - startedMs);
    log.info({ change: copy.number, bytes: copy.bytes, ms }, 'a backup was made');
    return copy;
  };
  const closing = new AbortController();
  const handle = composition.serve(
    {
      world: () => world,
      commit,
      feed,
      leadership: { isLeading: () => true, ended: closing.signal },
      ...(isInFile ? { makeBackup } : {}),
    },
    around,
  );
  const stopPruning = startPruning(
    (before, limit) => journal.prune(before, limit),
    config.journalRetentionMs,
    log,
  );
  const onProblems = (count: number, first: readonly string[]) =>
    log.warn({ count, first }, 'the ledger has what breaks the rules of the API: berth status tells all');
  checkServedWorld(() => composition.problemsIn(world), onProblems, undefined, closing.signal).catch(
    (err: unknown) => log.error({ err }, 'the ledger could not be looked over'),
  );
  if (isInFile && (statSync(path).mode & 0o077) !== 0)
    log.warn({ path }, 'others on this machine can read the ledger: chmod 600 it');
  const stopWatching = watchLedger(journal, (reason) => committer.stop(reason));
  return {
    handle,
    live,
    seeded,
    failed: failed.promise,
    metricsSource: {
      gauges: () => ({
        ...composition.gauges(world),
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
      workerModule: composition.workerModule,
      lastNumber: () => journal.lastNumber,
      state: () => journal.load(),
      hold: () => committer.hold(),
      onCommit: (listener) => void commitListeners.push(listener),
      readAfter: (after, limit, lengthMax) => feed.readAfter(after, limit, lengthMax),
    },
    healthProblems: () => [
      ...(committer.isHealthy ? [] : ['the ledger can no longer be written']),
      ...store.healthProblems(),
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
      await committer.close();
      if (isInFile) removeServingNote(path, process.pid);
      journal.close();
    },
  };

  /** What could not be added at the start, if there was anything. */
  async function seedAgain(): Promise<void> {
    try {
      logSeeded(log, await seed());
    } catch (err) {
      // It is tried again when something can be stored again, or at the next start.
      log.warn({ err }, 'standard traits and classes could not be added');
    }
  }
}
