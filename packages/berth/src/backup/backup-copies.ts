import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { JournalNotCopied } from '@berth/ledger/journal/journal-errors.ts';
import type { LedgerCopy } from '@berth/ledger/journal/sqlite-journal.ts';
import type { BackupCopy } from './backup-copy.ts';

/** As much of a journal as can be copied. */
export interface Copied {
  copyTo(path: string): Promise<LedgerCopy>;
}

/** Makes a copy of the ledger beside it. It needs room for that, and does not take the room that the ledger itself may need. */
export async function makeBackupCopy(journal: Copied, ledger: string): Promise<BackupCopy> {
  const path = `${ledger}${ending}${randomUUID()}`;
  try {
    const { bavail, bsize } = await statfs(dirname(ledger));
    if (bavail * bsize < statSync(ledger).size + spareBytes) {
      throw new JournalNotCopied(ledger, 'there is no room beside it for as much again');
    }
    return { ...(await journal.copyTo(path)), path };
  } catch (error) {
    rmSync(path, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException; // Only errors of the system have both.
    if (code === undefined || syscall === undefined) throw error;
    // Free room tells nothing of a quota, and may be gone by now: whatever the disk says, it can be tried again.
    throw new JournalNotCopied(ledger, `the disk does not take it (${code})`);
  }
}

/** What a process that was killed has left behind. To be called by whoever has the ledger to itself. */
export function removeLeftCopies(ledger: string): void {
  const start = `${basename(ledger)}${ending}`;
  for (const name of readdirSync(dirname(ledger))) {
    if (name.startsWith(start)) rmSync(join(dirname(ledger), name), { force: true });
  }
}

const ending = '.backup-';
const spareBytes = 64 << 20;
