import { FirstOf } from './first-of.ts';

/** How a page is looked for. */
export interface PageSearch<Thing> {
  readonly isAskedFor: (thing: Thing) => boolean;
  readonly limit: number;
  /** After so many others get their turn. */
  readonly lookedAtOnce: number;
}

/** A page of candidates that come in the order asked for: it ends when it is full. */
export function* untilFull<Thing>(
  candidates: Iterable<Thing>,
  { isAskedFor, limit, lookedAtOnce }: PageSearch<Thing>,
): Generator<void, readonly Thing[], void> {
  const page: Thing[] = [];
  let looked = 0;
  for (const thing of candidates) {
    if (isAskedFor(thing) && page.push(thing) === limit) break;
    if (++looked % lookedAtOnce === 0) yield;
  }
  return page;
}

/** A page of candidates in whatever order: all of them are looked at. */
export function* sortedPage<Thing extends { readonly id: string }>(
  candidates: Iterable<Thing>,
  search: PageSearch<Thing> & {
    readonly compare: (one: Thing, other: Thing) => number;
    /** Where the page before has ended: it is behind this one. */
    readonly after: Thing | null;
  },
): Generator<void, readonly Thing[], void> {
  const { isAskedFor, limit, lookedAtOnce, compare, after } = search;
  const found = new FirstOf<Thing>(limit, compare);
  let looked = 0;
  for (const thing of candidates) {
    if ((after === null || compare(after, thing) < 0) && isAskedFor(thing)) found.add(thing);
    if (++looked % lookedAtOnce === 0) yield;
  }
  return found.inOrder();
}
