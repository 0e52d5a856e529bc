import { FirstOf } from './first-of.ts';

/** How a page is looked for. */
export interface PageSearch<Thing> {
  readonly isAskedFor: (thing: Thing) => boolean;
  readonly limit: number;
}

/** A page of candidates that come in the order asked for: it ends when it is full. After each run of them others get their turn. */
export function* untilFull<Thing>(
  runs: Iterable<readonly Thing[]>,
  { isAskedFor, limit }: PageSearch<Thing>,
): Generator<void, readonly Thing[], void> {
  const page: Thing[] = [];
  for (const run of runs) {
    for (const thing of run) if (isAskedFor(thing) && page.push(thing) === limit) return page;
    yield;
  }
  return page;
}

/** A page of candidates in whatever order: all of them are looked at. After each run of them others get their turn. */
export function* sortedPage<Thing extends { readonly id: string }>(
  runs: Iterable<readonly Thing[]>,
  search: PageSearch<Thing> & {
    readonly compare: (one: Thing, other: Thing) => number;
    /** Where the page before has ended: it is behind this one. */
    readonly after: Thing | null;
  },
): Generator<void, readonly Thing[], void> {
  const { isAskedFor, limit, compare, after } = search;
  const found = new FirstOf<Thing>(limit, compare);
  for (const run of runs) {
    found.addRun(run.filter((thing) => (after === null || compare(after, thing) < 0) && isAskedFor(thing)));
    yield;
  }
  return found.inOrder();
}
