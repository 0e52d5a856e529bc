import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AwaitedBody } from '@berth/api-kit/response.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { App } from '../app.ts';
import type { ChangeQuery } from './change-query.ts';
import type { Gone } from './gone.ts';
import { type ChangePage, type EncodedChange, readPage } from './read-page.ts';

export interface EventTimes {
  /** A client that has heard nothing for so long hears that there was nothing. */
  readonly heartbeatMs: number;
  /** The journal is not read again sooner than this: with many commits in a short time, it is read for some together. */
  readonly pauseMs: number;
  /** After so long a ledger that could not be asked is asked again. */
  readonly retryMs: number;
}

const usualTimes: EventTimes = { heartbeatMs: 15_000, pauseMs: 20, retryMs: 1_000 };

/**
 * Changes as server-sent events, without end. Each reader reads the journal itself, from where it is and when its client
 * has taken what it was sent: nothing is kept for it meanwhile, however far it stays behind.
 */
export function changeEvents(
  app: Pick<App, 'feed' | 'trees'>,
  query: ChangeQuery,
  { heartbeatMs, pauseMs, retryMs }: EventTimes = usualTimes,
): AwaitedBody {
  return async function* (unwanted) {
    const bell = new Bell();
    const stopListening = app.feed.onNews(() => bell.ring());
    unwanted.addEventListener('abort', () => bell.ring());
    let after = query.after;
    let sentAt = performance.now();
    let limit = eventsMax;
    try {
      while (!unwanted.aborted) {
        // Before reading: what comes while it is read rings for the next time.
        bell.silence();
        const readAt = performance.now();
        const size = { limit, length: pieceLength, lookedAt: eventsMax };
        const page = await readPage(app, query, after, size).catch(nullIfUnavailable);
        if (page !== null) {
          if (page.forgottenThrough > after) {
            yield Buffer.from(goneEvent(page));
            return;
          }
          after = page.through;
        }
        if (page !== null && page.changes.length > 0) {
          const events = Buffer.from(page.changes.map(eventText).join(''));
          limit = eventsOf(events.length / page.changes.length);
          yield events;
          sentAt = performance.now();
        } else if (performance.now() - sentAt >= heartbeatMs) {
          yield Buffer.from(heartbeat(after));
          sentAt = performance.now();
        }
        // The journal may answer without waiting, and others are to have their turn.
        if (page !== null && !page.isLast) await nextTurn();
        else {
          await bell.rungWithin(page === null ? retryMs : sentAt + heartbeatMs - performance.now());
          const restMs = readAt + pauseMs - performance.now();
          if (restMs > 0 && !unwanted.aborted) await sleep(restMs);
        }
      }
    } finally {
      stopListening();
    }
  };
}

/** So many events are sent in one piece at most: it is all that is in memory for a client that does not read. */
const eventsMax = 200;
const pieceLength = 128 * 1024;

/** How many are read for a piece when they are of this size, with some to spare. */
function eventsOf(lengthEach: number): number {
  return Math.min(eventsMax, Math.ceil((2 * pieceLength) / lengthEach));
}

/** Is rung by whoever has news, and waited for by one. */
class Bell {
  #isRung = false;
  #wake = (): void => {};

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  silence(): void {
    this.#isRung = false;
  }

  /** Resolves when it has been rung since it was silenced, or when the time is over. */
  async rungWithin(ms: number): Promise<void> {
    if (this.#isRung) return;
    const over = Promise.withResolvers<void>();
    this.#wake = over.resolve;
    const timer = setTimeout(over.resolve, Math.max(0, ms)).unref();
    await over.promise;
    clearTimeout(timer);
  }
}

function eventText({ number, kind, json }: EncodedChange): string {
  return `id: ${number}\nevent: ${kind}\ndata: ${json}\n\n`;
}

/** Without data it is no event to the client; but if it has to connect again, it asks for what comes after this. */
function heartbeat(after: number): string {
  return `: nothing new up to ${after}\nid: ${after}\n\n`;
}

function goneEvent({ lastNumber, forgottenThrough }: ChangePage): string {
  const gone: Gone = { start_from: lastNumber, kept_after: forgottenThrough };
  return `event: gone\ndata: ${JSON.stringify(gone)}\n\n`;
}

/** A database that is away for a moment is no reason to leave a client that has time. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof JournalError) return null;
  throw error;
}
