import type { Change } from '@berth/engine/changes.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { isPostgresUrl } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { placementProjection } from '../rows/projection.ts';

/** The ledger of these settings, for writing; nobody else has it meanwhile. */
export async function openJournal(
  config: Pick<Config, 'ledgerPath' | 'ledgerSchema' | 'leaseMs'>,
): Promise<Journal<Change>> {
  const { ledgerPath, ledgerSchema, leaseMs } = config;
  if (!isPostgresUrl(ledgerPath)) return openSqliteJournal(ledgerPath.path, [placementProjection]);
  const { openPostgresJournal } = await import('@berth/ledger/journal/postgres-journal.ts');
  // One that was killed while it wrote counts as there for the time of its lease.
  const options = { leaseMs, lockWaitMs: leaseMs + 1000 };
  return await openPostgresJournal(
    { url: ledgerPath.url, schema: ledgerSchema },
    [placementProjection],
    options,
  );
}
