import { HttpError } from '@berth/api-kit/http-error.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';

/** The write did not happen, or nobody knows: either way the client is to ask again later. */
export function toUnavailable(thrown: unknown): HttpError | null {
  if (!(thrown instanceof JournalError)) return null;
  return new HttpError(503, thrown.told, { headers: { 'retry-after': '5' } });
}
