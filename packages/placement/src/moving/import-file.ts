import { ledgerName } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { checkRecords } from './check-records.ts';
import { describeCounts } from './export-format.ts';
import { importRecords } from './import-records.ts';
import { openJournal } from './open-journal.ts';
import type { Progress } from './progress.ts';
import { exportFile } from './read-export.ts';

/** The whole file is read and checked before the ledger is touched. */
export async function importFile(
  path: string,
  config: Config,
  print: (text: string) => void,
  progress: Progress,
): Promise<0> {
  const source = exportFile(path);
  progress.start('records checked');
  const counts = await checkRecords(source, (records) => progress.at(records));
  const { resource_classes, traits, resource_providers, consumers } = counts;
  const total = resource_classes + traits + resource_providers + consumers;
  progress.end(total);

  const journal = await openJournal(config);
  try {
    const name = ledgerName(config.ledgerPath);
    progress.start('records imported', total);
    await importRecords(source, journal, {
      counts,
      ledgerName: name,
      now: Date.now,
      onProgress: (records) => progress.at(records),
    });
    progress.end(total);
    print(`${name}: ${describeCounts(counts)}, as in ${path}`);
    return 0;
  } finally {
    await journal.close();
  }
}
