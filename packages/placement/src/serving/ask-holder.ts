import type { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import type { Config } from '../config/settings.ts';
import { readServingNote } from './serving-note.ts';

/** What the service that holds a ledger says of itself. */
export interface HolderAnswer {
  /** Null where it is not known. */
  readonly url: string | null;
  readonly isHealthy: boolean;
  readonly text: string;
}

const waitMs = 5_000;

/** Asks the process that holds a ledger, and nobody else, whether it can serve. */
export async function askHolder(config: Config, locked: JournalLocked): Promise<HolderAnswer> {
  const note = readServingNote(config.ledgerPath.path);
  // Where the system does not tell who holds the lock, the note has to do.
  const isOfHolder =
    note !== null && (!/^process \d+$/.test(locked.owner) || locked.owner === `process ${note.pid}`);
  if (!isOfHolder) {
    return {
      url: null,
      isHealthy: false,
      text: 'It has not said where it serves, if it does: it cannot be asked.',
    };
  }
  const url = reachable(note.url);
  try {
    const response = await fetch(`${url}/healthcheck`, { signal: AbortSignal.timeout(waitMs) });
    return { url, isHealthy: response.ok, text: (await response.text()).trim() };
  } catch (error) {
    throw new Error(`${url}: nobody answers`, { cause: error });
  }
}

/** Who listens on every address can be reached on this machine's own. */
function reachable(url: string): string {
  return url.replace('://0.0.0.0', '://127.0.0.1').replace('://[::]', '://[::1]');
}
