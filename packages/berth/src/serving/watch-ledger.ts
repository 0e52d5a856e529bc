import type { SqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';

/**
 * Looks now and then whether the ledger is still in its place. Every write looks by itself; this is for a service that is only
 * read from, which would go on showing what nobody has any more. Gives what ends it.
 */
export function watchLedger(
  journal: Pick<SqliteJournal<never>, 'assertInPlace'>,
  onGone: (reason: unknown) => void,
  everyMs = 1000,
): () => void {
  const timer = setInterval(() => {
    try {
      journal.assertInPlace();
    } catch (error) {
      clearInterval(timer);
      onGone(error);
    }
  }, everyMs).unref();
  return () => clearInterval(timer);
}
