import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  JournalCorrupt,
  JournalDirectoryMissing,
  JournalError,
  JournalFull,
  JournalLocked,
  JournalMissing,
  JournalNotTaken,
  JournalReadOnly,
  JournalSchemaMismatch,
  JournalUnreadable,
  NotAJournal,
} from '../journal-errors.ts';
import { ownerOf } from './owner-of.ts';
import { isWriteError, resultCode, resultCodeOf } from './result-code.ts';

/**
 * Why a ledger could not be opened, in words. SQLite has one code for 'cannot open' whatever the reason, so
 * the place is looked at. It is never opened for that: closing a file drops all locks this process has on it.
 */
export function openingFailure(path: string, mode: 'write' | 'read', error: unknown): unknown {
  if (error instanceof JournalError) return error;
  if (mode === 'write' && isWriteError(error)) return new JournalNotTaken(path, error);
  switch (resultCodeOf(error)) {
    case resultCode.busy:
    case resultCode.locked:
      return new JournalLocked(path, ownerName(path), error);
    case resultCode.notADatabase:
      return new NotAJournal(path, 'it is no SQLite database', error);
    case resultCode.corrupt:
      return new JournalCorrupt(path, error);
    case resultCode.error:
      return new JournalSchemaMismatch(path, messageOf(error));
    case resultCode.full:
      return new JournalFull(path, error);
    case resultCode.cannotOpen:
    case resultCode.readOnly:
    case resultCode.ioError:
      return failureOfPlace(path, mode, error);
    default:
      return error;
  }
}

function ownerName(path: string): string | null {
  const pid = ownerOf(path);
  return pid === null ? null : `process ${pid}`;
}

function failureOfPlace(path: string, mode: 'write' | 'read', error: unknown): JournalError {
  const directory = dirname(path);
  if (!existsSync(path)) {
    if (mode === 'read') return new JournalMissing(path);
    if (!existsSync(directory)) return new JournalDirectoryMissing(path, directory);
    return new JournalReadOnly(path, `this user may not make files in ${directory}`, error);
  }
  if (statSync(path).isDirectory()) return new JournalUnreadable(path, 'it is a directory', error);
  if (!isAllowed(path, constants.R_OK)) {
    return new JournalUnreadable(path, 'this user may not read it', error);
  }
  if (mode === 'write' && !isAllowed(path, constants.W_OK)) {
    return new JournalReadOnly(path, 'this user may not write it', error);
  }
  if (!isAllowed(directory, constants.W_OK)) {
    const reason = `this user may not make files in ${directory}`;
    if (mode === 'write') return new JournalReadOnly(path, reason, error);
    return new JournalUnreadable(path, `it was not closed by its last process, and ${reason}`, error);
  }
  return new JournalUnreadable(path, messageOf(error), error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isAllowed(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
