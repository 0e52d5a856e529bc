import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { TakenQuery } from '../taken-query.ts';

export interface UsagePeriod {
  readonly start: Instant;
  /** Never later than now. */
  readonly stop: Instant;
}

/** The time that is asked about. What is not said of it is now. */
export function usagePeriod(query: TakenQuery<'start' | 'end'>, now: Instant): UsagePeriod {
  const [start, end] = [momentIn(query.start?.[0]), momentIn(query.end?.[0])];
  const isOrdered = start === null && end === null ? true : (start ?? now) < (end ?? now);
  if (!isOrdered) {
    throw badRequest('Invalid start time. The start time cannot occur after the end time.');
  }
  return { start: start ?? now, stop: Math.min(end ?? now, now) };
}

/** Null where nothing is said. Only these forms are understood, all of them UTC. */
function momentIn(text = ''): Instant | null {
  if (text === '') return null;
  const found =
    /^(\d{4})-(\d\d?)-(\d\d?)(?:T(\d\d?):(\d\d?):(\d\d?)(\.\d{1,6})?| (\d\d?):(\d\d?):(\d\d?)(\.\d{1,6}))$/.exec(
      text,
    );
  const parts = found?.slice(1).filter((part) => part !== undefined) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(instant);
  const isReal =
    found !== null &&
    [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join() === [year, month, day].join() &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!isReal) throw badRequest('Invalid datetime string: Datetime is in invalid format');
  const fraction = parts[6];
  return instant + (fraction === undefined ? 0 : Number(fraction) * 1_000);
}
