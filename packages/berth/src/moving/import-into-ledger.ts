import { type CloudChange, cloudProjections } from '../cloud/stored-cloud.ts';
import { ledgerName } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { ledgerOf } from '../opening/ledger.ts';
import { importRecords } from './import-records.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { Progress } from './progress.ts';
import type { RecordCounter } from './record-counter.ts';
import type { RecordSource } from './record-source.ts';

/** Brings records that were checked into the ledger of the settings, which nobody else has meanwhile. */
export async function importIntoLedger(
  records: LedgerRecords<CloudChange>,
  source: RecordSource,
  checked: RecordCounter,
  { config, progress }: { readonly config: Config; readonly progress: Progress },
): Promise<void> {
  const journal = await ledgerOf(config).openForWriting(cloudProjections);
  try {
    progress.start('records imported', checked.records);
    await importRecords(records, source, journal, {
      checked,
      ledgerName: ledgerName(config.ledgerPath),
      now: Date.now,
      onProgress: (count) => progress.at(count),
    });
    progress.end(checked.records);
  } finally {
    await journal.close();
  }
}
