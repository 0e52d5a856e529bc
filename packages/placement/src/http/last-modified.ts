import type { Instant } from '@berth/engine/ids.ts';

interface Timed {
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

/** What a last-modified header shows: when a thing was changed, or else made. */
export function changedAt({ updatedAt, createdAt }: Timed): Instant {
  return updatedAt ?? createdAt;
}

/** When the newest of several things changed; null when there are none. */
export function newest<Thing>(things: Iterable<Thing>, at: (thing: Thing) => Instant): Instant | null {
  let latest: Instant | null = null;
  for (const thing of things) {
    const instant = at(thing);
    if (latest === null || instant > latest) latest = instant;
  }
  return latest;
}
