import type { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import type { Config } from '../config/settings.ts';
import { getFromService, shortText } from './get-from-service.ts';
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
  const url = holderOf(config, locked);
  if (url === null) {
    return {
      url,
      isHealthy: false,
      text: 'It has not said where it serves, if it does: it cannot be asked.',
    };
  }
  try {
    const response = await getFromService(`${url}/healthcheck`, { silenceMs: waitMs, isOnThisMachine: true });
    return { url, isHealthy: response.statusCode === 200, text: (await shortText(response, 10_000)).trim() };
  } catch (error) {
    throw new Error(`${url}: nobody answers`, { cause: error });
  }
}

/** Where the process serves that holds a ledger; null where it does not, or is not known to. */
export function holderOf(
  { ledgerPath }: Pick<Config, 'ledgerPath'>,
  { owner }: JournalLocked,
): string | null {
  const note = readServingNote(ledgerPath.path);
  if (note === null) return null;
  // Where the system does not tell who holds the lock, the note has to do.
  const isOfHolder = !/^process \d+$/.test(owner) || owner === `process ${note.pid}`;
  return isOfHolder ? reachable(note.url) : null;
}

/** Who listens on every address can be reached on this machine's own. */
function reachable(url: string): string {
  return url.replace('://0.0.0.0', '://127.0.0.1').replace('://[::]', '://[::1]');
}
