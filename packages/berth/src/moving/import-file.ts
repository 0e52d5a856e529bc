import { ledgerName } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { storedCloud } from '../cloud/stored-cloud.ts';
import { checkRecords } from './check-records.ts';
import { importIntoLedger } from './import-into-ledger.ts';
import { keepInput } from './keep-input.ts';
import { LedgerRecords } from './ledger-records.ts';
import { NotedAllowances } from './noted-allowances.ts';
import type { Progress } from './progress.ts';
import { exportFile } from './read-export.ts';
import type { RecordSource } from './record-source.ts';

export interface ImportFileOptions {
  /** '-' is standard input. */
  readonly path: string;
  readonly config: Config;
  readonly allowed: ReadonlySet<string>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly progress: Progress;
}

/** The whole file is read and checked before the ledger is touched. */
export async function importFile(options: ImportFileOptions): Promise<0> {
  if (options.path !== '-') return await importExport(exportFile(options.path, records), options);
  // It is read more than once.
  const kept = await keepInput(process.stdin);
  try {
    return await importExport({ ...exportFile(kept.path, records), name: 'standard input' }, options);
  } finally {
    kept.remove();
  }
}

const records = new LedgerRecords(storedCloud.parts);

async function importExport(
  source: RecordSource,
  { config, allowed, print, complain, progress }: ImportFileOptions,
): Promise<0> {
  const noted = new NotedAllowances();
  progress.start('records checked');
  const checked = await checkRecords(records, source, {
    allowed,
    onAllowed: (what) => noted.note(what),
    onProgress: (count) => progress.at(count),
  });
  noted.tell(complain);
  progress.end(checked.records);

  await importIntoLedger(records, source, checked, { config, progress });
  print(`${ledgerName(config.ledgerPath)}: ${records.describeCounts(checked.counts)}, as in ${source.name}`);
  return 0;
}
