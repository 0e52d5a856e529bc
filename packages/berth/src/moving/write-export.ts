import { createHash } from 'node:crypto';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { formatName, formatVersion, writtenBy } from './export-format.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { RecordCounts } from './part-records.ts';

/** Writes an export of a stored state in portions, and waits for each to be taken. Gives the counts. */
export async function writeExport<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  state: Iterable<Change>,
  write: (text: string) => Promise<void>,
): Promise<RecordCounts> {
  const hash = createHash('sha256');
  const counter = records.newCounter();
  let portion = `${JSON.stringify({ format: formatName, version: formatVersion, written_by: writtenBy })}\n`;
  const flush = async () => {
    hash.update(portion);
    await write(portion);
    portion = '';
  };
  for (const record of records.recordsOf(state)) {
    counter.count(record);
    portion += `${records.encode(record)}\n`;
    if (portion.length >= portionLength) await flush();
  }
  await flush();
  const end = records.countsInExport(counter.counts);
  await write(`${JSON.stringify({ end, sha256: hash.digest('hex') })}\n`);
  return counter.counts;
}

const portionLength = 1 << 18;
