import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { momentOf } from './moment-of.ts';
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
  const moment = momentOf(found);
  if (moment === null) throw badRequest('Invalid datetime string: Datetime is in invalid format');
  return moment;
}
