/**
 * The moment that a text names in one of the forms of ISO 8601 that the original takes, in milliseconds with their fraction; null where it
 * names none. Parts that are missing are the first of their kind, and a time without a zone is in UTC. Dates and times may stand with or
 * without their marks, and months and days behind a mark with one digit.
 */
export function isoTime(text: string): number | null {
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return null;
  const number = (name: string, missing = 0): number => Number(parts[name] ?? missing);
  const year = number('year');
  const month = number('month', 1);
  const day = number('day', 1);
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const microseconds = microsecondsIn(parts['fraction'] ?? '');
  const offsetMinutes = 60 * number('zoneHours') + number('zoneMinutes');
  if (microseconds === null || offsetMinutes >= minutesOfDay) return null;
  const sign = parts['zoneSign'] === '-' ? -1 : 1;
  return (
    startOf(year, month, day) +
    ((hour * 60 + minute - sign * offsetMinutes) * 60 + second) * 1_000 +
    microseconds / 1_000
  );
}

const date =
  '(?<year>\\d{4})(?:(?:-(?<month>\\d{1,2})|(?<month>\\d\\d)(?!\\n?$))(?:(?:-(?<day>\\d{1,2})|(?<day>\\d\\d))TIME?)?)?';
const time =
  '[ T](?<hour>\\d\\d)(?::?(?<minute>\\d\\d))?(?::?(?<second>\\d{1,2})(?:[.,](?<fraction>\\d+))?)?ZONE?';
const zone = '(?:Z|(?<zoneSign>[-+])(?<zoneHours>\\d\\d):?(?<zoneMinutes>\\d\\d)?)';

/** A line feed at the end is not seen by the original. */
const form = new RegExp(`^${date.replace('TIME', `(?:${time.replace('ZONE', zone)})`)}\\n?$`);

const minutesOfDay = 24 * 60;

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** `Date.UTC` takes the years before 100 for others. */
function startOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/**
 * What is behind the point of seconds. The original counts in decimals of 28 digits, so that a fraction of more nines than that is a
 * whole second, which no time has.
 */
function microsecondsIn(fraction: string): number | null {
  const digits = fraction.slice(0, mostDigits);
  const start = digits.search(/[1-9]/);
  if (start < 0) return 0;
  const significant = digits.slice(start);
  if (significant.length > precision) {
    const kept = BigInt(significant.slice(0, precision));
    const rest = significant.slice(precision);
    const isUp = rest[0] === '5' && !/[1-9]/.test(rest.slice(1)) ? kept % 2n === 1n : (rest[0] ?? '0') >= '5';
    const rounded = String(kept + (isUp ? 1n : 0n));
    if (rounded.length > precision)
      return microsecondsOf(`${digits.slice(0, Math.max(start - 1, 0))}${rounded}`, start === 0);
    return microsecondsOf(`${digits.slice(0, start)}${rounded}`, false);
  }
  return microsecondsOf(digits, false);
}

function microsecondsOf(digits: string, isWholeSecond: boolean): number | null {
  return isWholeSecond ? null : Number(digits.padEnd(6, '0').slice(0, 6));
}

const precision = 28;
/** Behind them no digit makes a difference that rounding would not make. */
const mostDigits = 10_000;
