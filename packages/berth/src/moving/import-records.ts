import assert from 'node:assert/strict';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { type AlreadyThere, compareWithLedger, LedgerNotEmpty } from './compare-with-ledger.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { LedgerRecord } from './part-records.ts';
import type { RecordCounter } from './record-counter.ts';
import type { RecordSource } from './record-source.ts';

export interface ImportOptions {
  /** What `checkRecords` has counted: only records that make a ledger may be imported. */
  readonly checked: RecordCounter;
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
export async function importRecords<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  source: RecordSource,
  journal: Journal<Change>,
  options: ImportOptions,
): Promise<void> {
  const { ledgerName, now, onProgress = () => {}, batchSize = usualBatchSize } = options;
  const there = await compareWithLedger(records, source, journal, ledgerName);
  let changes: Change[] = [];
  let done = 0;
  let doneInOrder = 0;
  let waiting = 0;
  const isThere = (record: LedgerRecord) =>
    records.isCatalog(record) ? there.catalog.has(records.encode(record)) : doneInOrder++ < there.inOrder;
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
  for await (const portion of source.read()) {
    for (const record of portion) {
      done++;
      if (isThere(record)) continue;
      changes.push(...records.changesOf(record));
      if (++waiting >= batchSize) await store();
    }
  }
  await store();
  assert(done === options.checked.records, `${source.name} gives the same each time`);

  // As it will be read when it is served.
  const after = await compareAfter(records, source, journal, ledgerName);
  if (after.inOrder === doneInOrder) return;
  throw new ImportDiffers(ledgerName, source, `${after.inOrder} of ${doneInOrder} records are there`);
}

async function compareAfter<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  source: RecordSource,
  journal: Journal<Change>,
  ledgerName: string,
): Promise<AlreadyThere> {
  try {
    return await compareWithLedger(records, source, journal, ledgerName);
  } catch (error) {
    if (!(error instanceof LedgerNotEmpty)) throw error;
    throw new ImportDiffers(ledgerName, source, `${error.held} is missing there, or different`);
  }
}

/** 1,000 consumers of three allocations each become durable in some 20 ms, and take some megabytes until then. */
const usualBatchSize = 1000;
