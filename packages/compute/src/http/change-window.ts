import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ChangeWindow } from '@berth/compute-engine/change-window.ts';
import { isoTime } from '@berth/api-kit/iso-time.ts';

/** The window of time in which things have changed, both ends included; null where none is asked for. The times were checked with the query. */
export function changeWindow(
  sinceText: string | undefined,
  beforeText: string | undefined,
): ChangeWindow | null {
  if (sinceText === undefined && beforeText === undefined) return null;
  const since = sinceText === undefined ? null : isoTime(sinceText);
  const before = beforeText === undefined ? null : isoTime(beforeText);
  if (since !== null && before !== null && before < since) {
    throw badRequest('The value of changes-since must be less than or equal to changes-before.');
  }
  return { since, before };
}

/** The same for what is shown to the second (servers): who gives such a time means the whole second, or what shows it would not be found by it. */
export function withWholeSeconds({ since, before }: ChangeWindow): ChangeWindow {
  const isSecond = before !== null && before % 1000 === 0;
  return { since, before: isSecond ? before + 999 : before };
}
