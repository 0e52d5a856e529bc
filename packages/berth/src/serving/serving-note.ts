import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { privateMode } from '@berth/ledger/journal/sqlite/make-private.ts';

/**
 * A note beside a ledger of who serves it, and where: for commands that want to ask the service that holds just this ledger, and
 * not whoever listens on the port of their settings.
 *
 * It is of no account by itself. A process that was killed leaves it behind; so whoever reads it compares the process with the
 * one that holds the lock.
 */
export interface ServingNote {
  readonly pid: number;
  /** Of its root, with the prefix of its paths. */
  readonly url: string;
}

export function writeServingNote(ledger: string, note: ServingNote): void {
  // Whoever reads it reads all of it.
  const partial = `${pathOf(ledger)}.${note.pid}`;
  try {
    writeFileSync(partial, `${JSON.stringify(note)}\n`, { mode: privateMode });
    renameSync(partial, pathOf(ledger));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Null where there is none, or none that can be read. */
export function readServingNote(ledger: string): ServingNote | null {
  try {
    const { pid, url } = JSON.parse(readFileSync(pathOf(ledger), 'utf8')) as Partial<ServingNote>;
    return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : null;
  } catch {
    return null; // Only a question depends on it, which is then not asked.
  }
}

/** The note of another process, which has the path now, is left alone. */
export function removeServingNote(ledger: string, pid: number): void {
  if (readServingNote(ledger)?.pid === pid) rmSync(pathOf(ledger), { force: true });
}

function pathOf(ledger: string): string {
  return `${ledger}-serving`;
}
