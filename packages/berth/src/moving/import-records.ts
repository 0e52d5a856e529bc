import type { Change } from '@berth/engine/changes.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { changesOfRecord } from '@berth/placement/records/changes-of-record.ts';
import { type AlreadyThere, compareWithLedger, LedgerNotEmpty } from './compare-with-ledger.ts';
import { encodeRecord } from '@berth/placement/records/encode-record.ts';
import type { RecordCounts } from '@berth/placement/records/record-counts.ts';
import { describeRecord, type LedgerRecord } from '@berth/placement/records/ledger-record.ts';
import type { RecordSource } from '@berth/placement/records/record-source.ts';

export interface ImportOptions {
  /** What `checkRecords` has counted: only records that make a ledger may be imported. */
  readonly counts: RecordCounts;
  /** For people. */
  readonly ledgerName: string;
  readonly now: () => number;
  readonly onProgress?: (records: number) => void;
  /** How many records are stored together, at least. */
  readonly batchSize?: number;
}

/** It did not come to its end for a reason that may pass. */
export class ImportInterrupted extends Error {
  constructor(ledgerName: string, cause: unknown) {
    super(
      `The import did not come to its end, and ${ledgerName} has only a part of what was to be imported: do not serve it. The same ` +
        'command goes on where this one ended.',
      { cause },
    );
    this.name = 'ImportInterrupted';
  }
}

/** All was stored, and what the ledger then gave is something else. */
export class ImportDiffers extends Error {
  constructor(ledgerName: string, source: RecordSource, difference: string) {
    super(
      `All was written, but ${ledgerName} does not have what ${source.name} has: ${difference}. Do not serve it, and keep both for ` +
        'whoever looks for the reason. To try again, import into a new ledger.',
    );
    this.name = 'ImportDiffers';
  }
}

/**
 * Brings all records into a ledger that is empty or has the first part of them already, and then reads the ledger and compares.
 *
 * Each batch is durable by itself and ends with a whole record. So after an interruption at any moment the ledger has the first part
 * of the records, and the next import of the same source goes on behind it.
 */
export async function importRecords(
  source: RecordSource,
  journal: Journal<Change>,
  options: ImportOptions,
): Promise<void> {
  const { ledgerName, now, onProgress = () => {}, batchSize = usualBatchSize } = options;
  const there = await compareWithLedger(source, journal, ledgerName);
  let changes: Change[] = [];
  let done = 0;
  let waiting = 0;
  const store = async () => {
    try {
      await journal.append(changes, now());
    } catch (error) {
      throw new ImportInterrupted(ledgerName, error);
    }
    changes = [];
    waiting = 0;
    onProgress(done);
  };
  const isThere = thereInOrder(there);
  for await (const records of source.read()) {
    for (const record of records) {
      done++;
      if (isThere(record)) continue;
      changes.push(...changesOfRecord(record));
      if (++waiting >= batchSize) await store();
    }
  }
  await store();

  await assertSame(source, journal, options);
}

/** Reads what was stored, as it will be read when it is served. */
async function assertSame(
  source: RecordSource,
  journal: Journal<Change>,
  { counts, ledgerName }: ImportOptions,
): Promise<void> {
  let after: AlreadyThere;
  try {
    after = await compareWithLedger(source, journal, ledgerName);
  } catch (error) {
    if (!(error instanceof LedgerNotEmpty)) throw error;
    throw new ImportDiffers(
      ledgerName,
      source,
      `${describeRecord(error.held)} is missing there, or different`,
    );
  }
  const { providers, consumers } = after;
  if (providers === counts.resource_providers && consumers === counts.consumers) return;
  const found = `${providers} of ${counts.resource_providers} providers and ${consumers} of ${counts.consumers} consumers are there`;
  throw new ImportDiffers(ledgerName, source, found);
}

/** 1,000 consumers of three allocations each become durable in some 20 ms, and take some megabytes until then. */
const usualBatchSize = 1000;

/** To be asked about each record of the source, in order. */
function thereInOrder({ catalog, providers, consumers }: AlreadyThere): (record: LedgerRecord) => boolean {
  let [providersLeft, consumersLeft] = [providers, consumers];
  return (record) => {
    if (record.kind === 'provider') return providersLeft-- > 0;
    if (record.kind === 'consumer') return consumersLeft-- > 0;
    return catalog.has(encodeRecord(record));
  };
}
