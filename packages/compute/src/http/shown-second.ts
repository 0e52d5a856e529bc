import type { Instant } from '@berth/engine/ids.ts';

/** A time as servers have it: to the second, in UTC. */
export function shownSecond(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
