import { ledgerName } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { type Allowance, checkRecords } from '@berth/placement/records/check-records.ts';
import { describeCounts } from '@berth/placement/records/record-counts.ts';
import { importRecords } from './import-records.ts';
import { keepInput } from './keep-input.ts';
import { NotedAllowances } from './noted-allowances.ts';
import { cloud } from '../cloud/cloud.ts';
import { ledgerOf } from '../opening/ledger.ts';
import type { Progress } from './progress.ts';
import { exportFile } from './read-export.ts';
import type { RecordSource } from '@berth/placement/records/record-source.ts';

export interface ImportFileOptions {
  /** '-' is standard input. */
  readonly path: string;
  readonly config: Config;
  readonly allowed: ReadonlySet<Allowance>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly progress: Progress;
}

/** The whole file is read and checked before the ledger is touched. */
export async function importFile(options: ImportFileOptions): Promise<0> {
  if (options.path !== '-') return await importExport(exportFile(options.path), options);
  // It is read more than once.
  const kept = await keepInput(process.stdin);
  try {
    return await importExport({ ...exportFile(kept.path), name: 'standard input' }, options);
  } finally {
    kept.remove();
  }
}

async function importExport(
  source: RecordSource,
  { config, allowed, print, complain, progress }: ImportFileOptions,
): Promise<0> {
  const noted = new NotedAllowances();
  progress.start('records checked');
  const counts = await checkRecords(source, {
    allowed,
    onAllowed: (what) => noted.note(what),
    onProgress: (records) => progress.at(records),
  });
  noted.tell(complain);
  const { resource_classes, traits, resource_providers, consumers } = counts;
  const total = resource_classes + traits + resource_providers + consumers;
  progress.end(total);

  const journal = await ledgerOf(config).openForWriting(cloud.parts);
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
    print(`${name}: ${describeCounts(counts)}, as in ${source.name}`);
    return 0;
  } finally {
    await journal.close();
  }
}
