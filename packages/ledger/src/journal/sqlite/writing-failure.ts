import {
  JournalCorrupt,
  JournalError,
  JournalFull,
  JournalNotTaken,
  JournalUnavailable,
  UnstorableChange,
} from '../journal-errors.ts';
import { isWriteError, resultCode, resultCodeOf } from './result-code.ts';

/** Why a transaction that has been rolled back could not be written. */
export function writingFailure(place: string, error: unknown): unknown {
  if (error instanceof JournalError) return error;
  if (isWriteError(error)) return new JournalNotTaken(place, error);
  const code = resultCodeOf(error);
  switch (code) {
    case null:
      return error; // thrown by the domain's projection
    case resultCode.full:
      return new JournalFull(place, error);
    case resultCode.corrupt:
    case resultCode.notADatabase:
      return new JournalCorrupt(place, error);
    case resultCode.error:
    case resultCode.tooBig:
    case resultCode.constraint:
    case resultCode.mismatch:
    case resultCode.range:
      return new UnstorableChange(`The changes cannot be stored: ${messageOf(error)}.`, error);
    default:
      return new JournalUnavailable(`Cannot store changes in ${place} now: ${messageOf(error)}.`, error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
