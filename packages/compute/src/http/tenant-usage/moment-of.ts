import type { Instant } from '@berth/engine/ids.ts';

/** The moment in UTC that a pattern has found in a text, by its groups: year to second, and a fraction with its point. Null where there is no such day or time. */
export function momentOf(found: RegExpExecArray | null): Instant | null {
  const parts = found?.slice(1).filter((part) => part !== undefined) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0] = parts.map(Number);
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(instant);
  const isReal =
    found !== null &&
    [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join() === [year, month, day].join() &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal ? instant + fraction * 1_000 : null;
}
