import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { LedgerRecords } from '../ledger-records.ts';
import { writeExport } from '../write-export.ts';

/** The export of a ledger, as text. */
export async function exported<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  journal: JournalReader<Change>,
): Promise<string> {
  let text = '';
  await writeExport(records, await journal.load(), async (portion) => {
    text += portion;
  });
  return text;
}
