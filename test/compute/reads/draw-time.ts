import type { Prng } from '@berth/testing/prng.ts';

/** A time at, right before, right after or far from one of those that something changed at, in one of the forms that can be sent, or that cannot. */
export function drawTime(prng: Prng, instants: readonly number[]): string {
  const at = instants.length === 0 ? 0 : prng.pick(instants);
  const instant =
    at +
    prng.weighted([
      [6, 0],
      [2, -1_000],
      [2, 1_000],
      [1, 500],
      [1, -500],
      [1, 86_400_000],
      [1, -86_400_000],
    ]);
  return prng.chance(0.06) ? prng.pick(badTimes) : prng.pick(forms)(instant);
}

const pad = (number: number, length = 2): string => String(number).padStart(length, '0');

/** The clock of a zone that is so many minutes ahead. */
function partsAt(instant: number, minutesAhead = 0) {
  const date = new Date(instant + minutesAhead * 60_000);
  return {
    day: `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`,
    time: `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`,
    fraction: pad(date.getUTCMilliseconds(), 3),
  };
}

type Form = (instant: number) => string;

const inUtc =
  (write: (parts: ReturnType<typeof partsAt>) => string): Form =>
  (instant) =>
    write(partsAt(instant));
const ahead =
  (minutes: number, zone: string, separator = 'T'): Form =>
  (instant) => {
    const { day, time } = partsAt(instant, minutes);
    return `${day}${separator}${time}${zone}`;
  };

const forms: readonly Form[] = [
  inUtc(({ day, time }) => `${day}T${time}Z`),
  inUtc(({ day, time }) => `${day}T${time}`),
  inUtc(({ day, time }) => `${day} ${time}`),
  inUtc(({ day, time }) => `${day} ${time}Z`),
  inUtc(({ day, time, fraction }) => `${day}T${time}.${fraction}Z`),
  inUtc(({ day, time, fraction }) => `${day}T${time},${fraction}`),
  inUtc(({ day, time, fraction }) => `${day}T${time}.${fraction}999999999Z`),
  inUtc(({ day, time }) => `${day.replaceAll('-', '')}T${time.replaceAll(':', '')}Z`),
  inUtc(({ day, time }) => `${day}T${time.slice(0, 5)}Z`),
  inUtc(({ day, time }) => `${day}T${time.slice(0, 2)}`),
  inUtc(({ day }) => day),
  inUtc(({ day }) => day.slice(0, 7)),
  inUtc(({ day }) => day.slice(0, 4)),
  inUtc(({ day, time }) => `${day}T${time}+00:00`),
  inUtc(({ day, time }) => `${day.replaceAll('-0', '-')}T${time}Z`),
  ahead(480, '+08:00'),
  ahead(480, '+08'),
  ahead(480, '+0800'),
  ahead(-180, '-0300', ' '),
  ahead(-180, '-03:00'),
  ahead(330, '+05:30'),
  ahead(1439, '+23:59'),
  ahead(-1439, '-2359'),
];

const badTimes = [
  '',
  'now',
  '2026-13-01T00:00:00Z',
  '2026-02-30',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01t00:00:00Z',
  '2026-01-01T00:00:00z',
  ' 2026-01-01',
  '2026-01-01 ',
  '202601',
  '10:31:49',
  '2026-01-01T00:00:00 08:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00.Z',
  '0000-01-01',
  '20260101T1',
  '2026-1-1T1:00',
  '1767225600',
];
