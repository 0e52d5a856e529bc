import { setTimeout as sleep } from 'node:timers/promises';
import type { AwaitedBody } from '@berth/api-kit/response.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { OwnApp } from '../own-app.ts';
import type { ChangeQuery } from './change-query.ts';
import { chooseChanges } from './choose-changes.ts';
import type { Gone } from './gone.ts';
import type { ReaderAccess } from './reader-access.ts';

export interface EventTimes {
  /** A client that has heard nothing for so long hears that there was nothing. */
  readonly heartbeatMs: number;
  /** A reader does not look again sooner than this: with many commits in a short time, it is sent some together. */
  readonly pauseMs: number;
  /** And so much later for every reader there is, so that commits do not become slow when there are many. */
  readonly pausePerReaderMs: number;
  /** After so long a ledger that could not be asked is asked again. */
  readonly retryMs: number;
}

const usualTimes: EventTimes = { heartbeatMs: 15_000, pauseMs: 20, pausePerReaderMs: 0.2, retryMs: 1_000 };

/**
 * Changes as server-sent events, without end but that of the reader's access. A reader takes what is encoded for all, from
 * where it is and when its client has taken what it was sent: nothing is kept for it meanwhile, however far it stays behind.
 */
export function changeEvents(
  app: Pick<OwnApp, 'feed' | 'changes' | 'views' | 'filter' | 'readers'>,
  query: ChangeQuery,
  access: ReaderAccess,
  times: EventTimes = usualTimes,
): AwaitedBody {
  const { heartbeatMs, retryMs } = times;
  return async function* (unwanted) {
    const bell = new Bell();
    const stopListening = app.feed.onNews(() => bell.ring());
    unwanted.addEventListener('abort', () => bell.ring());
    const { history } = app.feed;
    let after = query.after;
    let sentAt = performance.now();
    try {
      while (!unwanted.aborted) {
        // Before anything is waited for: what comes meanwhile rings for the next time.
        bell.silence();
        const reason = await access.ended();
        if (reason !== null) {
          yield Buffer.from(accessEndedEvent(reason));
          return;
        }
        const lookedAt = performance.now();
        const piece = await nextPiece(app, query, after).catch(nullIfUnavailable);
        if (app.feed.history !== history || app.feed.forgottenThrough > after) {
          yield Buffer.from(goneEvent(app));
          return;
        }
        if (piece !== null) after = piece.through;
        if (piece !== null && piece.events.length > 0) {
          yield piece.events;
          sentAt = performance.now();
        } else if (performance.now() - sentAt >= heartbeatMs) {
          yield Buffer.from(heartbeat(after));
          sentAt = performance.now();
        }
        if (piece !== null && !piece.isEnd && after < app.feed.lastNumber) continue;
        if (piece === null || piece.isEnd) {
          const silentMs = piece === null ? retryMs : sentAt + heartbeatMs - performance.now();
          await bell.rungWithin(Math.min(silentMs, access.nextLookMs));
        }
        const pauseMs = Math.max(times.pauseMs, times.pausePerReaderMs * app.readers.count);
        const restMs = lookedAt + pauseMs - performance.now();
        if (restMs > 0 && !unwanted.aborted) await sleep(restMs);
      }
    } finally {
      stopListening();
    }
  };
}

/** All that is in memory for a client that does not read: a part of a block, or what was chosen of it. */
interface Piece {
  readonly events: Uint8Array;
  readonly through: number;
  /** There was nothing more. */
  readonly isEnd: boolean;
}

async function nextPiece(
  app: Pick<OwnApp, 'changes' | 'views' | 'filter'>,
  query: ChangeQuery,
  after: number,
): Promise<Piece> {
  const block = await app.changes.blockAfter(after);
  if (block === null) return { events: nothing, through: after, isEnd: true };
  const { runs, through } = await chooseChanges(app, query, block, after, Number.POSITIVE_INFINITY);
  const parts = runs.map(([from, to]) => block.events(from, to));
  return { events: parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts), through, isEnd: false };
}

const nothing = new Uint8Array(0);

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

/** Without data it is no event to the client; but if it has to connect again, it asks for what comes after this. */
function heartbeat(after: number): string {
  return `: nothing new up to ${after}\nid: ${after}\n\n`;
}

/** Without an id: a client that connects again, with a token that is good, goes on where it was. */
function accessEndedEvent(reason: string): string {
  return `event: access_ended\ndata: ${JSON.stringify({ reason })}\n\n`;
}

function goneEvent({ feed }: Pick<OwnApp, 'feed'>): string {
  const gone: Gone = { start_from: feed.lastNumber, kept_after: feed.forgottenThrough };
  return `event: gone\ndata: ${JSON.stringify(gone)}\n\n`;
}

/** A database that is away for a moment is no reason to leave a client that has time. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof JournalError) return null;
  throw error;
}
