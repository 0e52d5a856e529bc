import { type ServiceAnswer, type ServiceRequest, Unreachable } from '../transport.ts';
import { AnswerTooLong } from './complaint-of.ts';

/** What has become of one attempt. */
export type Outcome = ServiceAnswer | Unreachable;

export interface Patience {
  /** Before the first repetition; before each further one twice as long, up to `pauseMaxMs`. */
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
}

/**
 * How long to wait before a request is sent again; null where it must not be, or it would not help.
 *
 * What reads can be sent again whenever it may go better. What writes can be sent again only if nothing has been done: it was not
 * sent, or it was refused as one too many (429), which is decided before anything else. A 503 does not tell, not even with
 * Retry-After: Berth gives it, too, where the leading process was lost and nobody knows what it has still done; so do proxies. The
 * caller knows what it wanted, and can look.
 */
export function pauseBeforeRepeating(
  method: ServiceRequest['method'],
  outcome: Outcome,
  attempt: number,
  patience: Patience,
): number | null {
  const mayGoBetter = method === 'GET' ? isPassing(outcome) : isUndone(outcome);
  if (!mayGoBetter) return null;
  const asked = outcome instanceof Unreachable ? null : retryAfterMs(outcome.headers['retry-after']);
  if (asked === null) return backoffMs(attempt, patience);
  // Whoever asks for more than that is not waited for: the caller may have something better to do.
  return asked <= longestAskedMs ? asked : null;
}

const longestAskedMs = 60_000;
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function isPassing(outcome: Outcome): boolean {
  return outcome instanceof Unreachable
    ? !(outcome.cause instanceof AnswerTooLong)
    : passing.has(outcome.status);
}

function isUndone(outcome: Outcome): boolean {
  return outcome instanceof Unreachable ? outcome.isUnsent : outcome.status === 429;
}

function backoffMs(attempt: number, { pauseMs, pauseMaxMs }: Patience): number {
  const usualMs = Math.min(pauseMaxMs, pauseMs * 2 ** (attempt - 1));
  // Apart from each other, lest all that failed together come again together.
  return usualMs * (0.75 + Math.random() / 2);
}

/** Seconds, or a date; null for neither. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}
