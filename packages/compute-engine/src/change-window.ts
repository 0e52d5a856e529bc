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
  window: ChangeWindow,
  max: number,
): number {
  const { isBeforeStart, isBeforeEnd } = boundsOf(window);
  return updated.countBetween(isBeforeStart, isBeforeEnd, max);
}

/** The longest ago first. */
export function runsInWindow<Thing extends Changing>(
  updated: Ordered<Thing, Changing>,
  window: ChangeWindow,
  lengthMax: number,
): Generator<readonly Thing[], void, void> {
  return updated.runs({ ...boundsOf(window), lengthMax });
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

function boundsOf({ since, before }: ChangeWindow) {
  return {
    isBeforeStart: (thing: Changing) => since !== null && changedAt(thing) < since,
    isBeforeEnd: (thing: Changing) => before === null || changedAt(thing) <= before,
  };
}

/** Of something that is listed by it. */
function changedAt({ updatedAt }: Changing): Instant {
  return updatedAt ?? Number.NEGATIVE_INFINITY;
}
