/**
 * The moment that a text names in one of the forms of ISO 8601 that the original takes, in milliseconds with their fraction; null where it
 * names none. Parts that are missing are the first of their kind, and a time without a zone is in UTC. Dates and times may stand with or
 * without their marks, and months and days behind a mark with one digit.
 */
export function isoTime(text: string): number | null {
  const parts = form.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [
    numberIn(parts[1]),
    numberIn(parts[2] ?? parts[3], 1),
    numberIn(parts[4] ?? parts[5], 1),
  ];
  const [hour, minute, second] = [numberIn(parts[6]), numberIn(parts[7]), numberIn(parts[8])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const microseconds = microsecondsIn(parts[9] ?? '');
  const offsetMinutes = 60 * numberIn(parts[11]) + numberIn(parts[12]);
  if (microseconds === null || offsetMinutes >= minutesOfDay) return null;
  const sign = parts[10] === '-' ? -1 : 1;
  return (
    startOf(year, month, day) +
    ((hour * 60 + minute - sign * offsetMinutes) * 60 + second) * 1_000 +
    microseconds / 1_000
  );
}

function numberIn(digits: string | undefined, missing = 0): number {
  return digits === undefined ? missing : Number(digits);
}

// Its parts by their numbers: to have them by name takes twice as long (1 µs), and each end of a window is read twice in a request.
/** 1: year; 2 or 3: month; 4 or 5: day. */
const date = '(\\d{4})(?:(?:-(\\d{1,2})|(\\d\\d)(?!\\n?$))(?:(?:-(\\d{1,2})|(\\d\\d))TIME?)?)?';
/** 6: hour, 7: minute, 8: second, 9: its fraction. */
const time = '[ T](\\d\\d)(?::?(\\d\\d))?(?::?(\\d{1,2})(?:[.,](\\d+))?)?ZONE?';
/** 10: sign, 11: hours, 12: minutes. */
const zone = '(?:Z|([-+])(\\d\\d):?(\\d\\d)?)';

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
  if (year >= 100) return Date.UTC(year, month - 1, day);
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
