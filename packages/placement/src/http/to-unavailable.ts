import { type HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';

/** The write did not happen, or nobody knows: either way the client is to ask again later. */
export function toUnavailable(thrown: unknown): HttpError | null {
  return thrown instanceof JournalError ? unavailable(thrown.told) : null;
}
