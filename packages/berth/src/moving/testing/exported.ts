import type { Change } from '@berth/engine/changes.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import { recordsOf } from '@berth/placement/records/records-of.ts';
import { writeExport } from '../write-export.ts';

/** The export of a ledger, as text. */
export async function exported(journal: JournalReader<Change>): Promise<string> {
  let text = '';
  await writeExport(recordsOf(await journal.load()), async (portion) => {
    text += portion;
  });
  return text;
}
