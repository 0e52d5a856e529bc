import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournalReadOnly } from '@berth/ledger/journal/sqlite-journal-reader.ts';
import { isPostgresUrl } from './config/ledger-place.ts';
import type { Config } from './config/settings.ts';

/** The ledger of these settings, for reading: a file that nobody serves just now, or a database whoever serves it. */
export async function openLedgerReadOnly<Change extends KindedChange>(
  config: Pick<Config, 'ledgerPath' | 'ledgerSchema'>,
  parts: readonly Projection<Change>[],
): Promise<JournalReader<Change>> {
  const { ledgerPath, ledgerSchema } = config;
  if (!isPostgresUrl(ledgerPath)) return openSqliteJournalReadOnly(ledgerPath.path, parts);
  const { openPostgresJournalReadOnly } = await import('@berth/ledger/journal/postgres-journal-reader.ts');
  return await openPostgresJournalReadOnly({ url: ledgerPath.url, schema: ledgerSchema }, parts);
}
