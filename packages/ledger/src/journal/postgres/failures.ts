import {
  JournalDenied,
  JournalError,
  JournalForked,
  JournalFull,
  JournalReadOnly,
  JournalSchemaMismatch,
  JournalSuperseded,
  JournalUnavailable,
  JournalUnreachable,
  UnstorableChange,
} from '../journal-errors.ts';
import { forkedState, supersededState } from './own-tables.ts';

/** PostgreSQL's five characters for what went wrong; null if it was not PostgreSQL that said no. */
export function stateOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object)
    ? code
    : null;
}

/**
 * Whether the connection is of no use any more: it broke, the server is going down, or it has not answered in time. Then
 * nobody knows what has become of what was asked.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = stateOf(error);
  if (state === null) return isFromNetwork(error);
  return state.startsWith('08') || state.startsWith('57P') || state === '53300';
}

/** Why a ledger could not be opened. */
export function openingFailure(place: string, error: unknown): unknown {
  if (error instanceof JournalError) return error;
  const state = stateOf(error);
  if (state === null) return isFromNetwork(error) ? new JournalUnreachable(place, error) : error;
  if (isConnectionLost(error)) return new JournalUnreachable(place, error);
  if (state.startsWith('28') || state === '3D000') return new JournalDenied(place, error);
  if (state === '25006') return new JournalReadOnly(place, 'it is a replica that only reads', error);
  if (state === '42501') return new JournalReadOnly(place, `this user may not: ${messageOf(error)}`, error);
  if (state === '53100') return new JournalFull(place, error);
  if (state.startsWith('42')) return new JournalSchemaMismatch(place, messageOf(error));
  return error;
}

/** Why a transaction that was rolled back could not be written. */
export function writingFailure(place: string, error: unknown): unknown {
  const state = stateOf(error);
  if (error instanceof JournalError || state === null) return error;
  if (state === supersededState) return new JournalSuperseded(place, error);
  if (state === forkedState) return new JournalForked(place, error);
  if (state === '53100' || state === '53200') return new JournalFull(place, error);
  if (/^(22|23|42|54)/.test(state)) {
    return new UnstorableChange(`The changes cannot be stored: ${messageOf(error)}.`, error);
  }
  // Among them: it has become read only, a deadlock, a timeout of the server's.
  return new JournalUnavailable(`Cannot store changes in ${place} now: ${messageOf(error)}.`, error);
}

/** The operating system's codes, and what the driver says without one. */
function isFromNetwork(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof JournalError) return false;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true;
  return /timeout|connection|not queryable|unexpected .* message/i.test(error.message);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
