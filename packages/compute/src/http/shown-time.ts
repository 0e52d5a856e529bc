import type { Instant } from '@berth/engine/ids.ts';

/** A time as most of the API writes it: to the microsecond, without a zone, which is UTC. */
export function shownTime(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, -1)}000`;
}
