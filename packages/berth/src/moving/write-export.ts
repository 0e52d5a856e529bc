import { createHash } from 'node:crypto';
import { encodeRecord } from '@berth/placement/records/encode-record.ts';
import { RecordCounter, type RecordCounts } from '@berth/placement/records/record-counts.ts';
import { formatName, formatVersion, writtenBy } from './export-format.ts';
import type { LedgerRecord } from '@berth/placement/records/ledger-record.ts';

/** Writes an export in portions, and waits for each to be taken. Gives the counts. */
export async function writeExport(
  records: Iterable<LedgerRecord>,
  write: (text: string) => Promise<void>,
): Promise<RecordCounts> {
  const hash = createHash('sha256');
  const counter = new RecordCounter();
  let portion = `${JSON.stringify({ format: formatName, version: formatVersion, written_by: writtenBy })}\n`;
  const flush = async () => {
    hash.update(portion);
    await write(portion);
    portion = '';
  };
  for (const record of records) {
    counter.count(record);
    portion += `${encodeRecord(record)}\n`;
    if (portion.length >= portionLength) await flush();
  }
  await flush();
  const { counts } = counter;
  await write(`${JSON.stringify({ end: counts, sha256: hash.digest('hex') })}\n`);
  return counts;
}

const portionLength = 1 << 18;
