import type { Instant } from '@berth/engine/ids.ts';

/** A time as most of the API writes it: to the microsecond, without a zone, which is UTC. Only what clients have sent has any of these. */
export function shownTime(instant: Instant): string {
  const micros = Math.round((instant % 1) * 1_000);
  return `${new Date(instant).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}`;
}
