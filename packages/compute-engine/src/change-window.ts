import type { Instant } from '@berth/engine/ids.ts';
import type { Ordered } from './ordered-index.ts';

/** When things last changed, both ends included; null: no bound. */
export interface ChangeWindow {
  readonly since: Instant | null;
  readonly before: Instant | null;
}

interface Changing {
  readonly updatedAt: Instant | null;
}

/** What has not changed yet is in no window. */
export function isInWindow({ updatedAt }: Changing, { since, before }: ChangeWindow): boolean {
  if (updatedAt === null) return false;
  return (since === null || updatedAt >= since) && (before === null || updatedAt <= before);
}

/** How many of things in the order of their changes are in a window, as long as these are not more than a bound. */
export function countInWindow<Thing extends Changing>(
  updated: Ordered<Thing, Changing>,
  { since, before }: ChangeWindow,
  max: number,
): number {
  return updated.countBetween(
    (thing) => since !== null && changedAt(thing) < since,
    (thing) => before === null || changedAt(thing) <= before,
    max,
  );
}

/** The longest ago first. */
export function* thingsInWindow<Thing extends Changing>(
  updated: Ordered<Thing, Changing>,
  { since, before }: ChangeWindow,
): Generator<Thing, void, void> {
  for (const thing of updated.from((each) => since !== null && changedAt(each) < since)) {
    if (before !== null && changedAt(thing) > before) break;
    yield thing;
  }
}

/**
 * Whether to look at all that is in the window takes less than to walk from the newest on until a page is full: that one meets a
 * thing of the window at every `all / inside`, if they lie evenly.
 */
export function isNarrow<Thing extends Changing>(
  updated: readonly Ordered<Thing, Changing>[],
  window: ChangeWindow,
  { limit, all }: { readonly limit: number; readonly all: number },
): boolean {
  const most = Math.sqrt(limit * all);
  return updated.reduce((sum, each) => sum + countInWindow(each, window, most), 0) <= most;
}

/** Of something that is listed by it. */
function changedAt({ updatedAt }: Changing): Instant {
  return updatedAt ?? Number.NEGATIVE_INFINITY;
}
