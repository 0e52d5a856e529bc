import { FirstOf } from './first-of.ts';

/** How a page is looked for. */
export interface PageSearch<Thing> {
  readonly isAskedFor: (thing: Thing) => boolean;
  readonly limit: number;
  /** After so many others get their turn: not after each run, or what comes meanwhile at the end would keep the search from coming to it. */
  readonly lookedAtOnce: number;
}

/** A page of candidates that come in the order asked for: it ends when it is full. */
export function* untilFull<Thing>(
  runs: Iterable<readonly Thing[]>,
  { isAskedFor, limit, lookedAtOnce }: PageSearch<Thing>,
): Generator<void, readonly Thing[], void> {
  const page: Thing[] = [];
  let looked = 0;
  for (const run of runs) {
    for (const thing of run) if (isAskedFor(thing) && page.push(thing) === limit) return page;
    looked += run.length;
    if (looked < lookedAtOnce) continue;
    looked = 0;
    yield;
  }
  return page;
}

/** A page of candidates in whatever order: all of them are looked at. */
export function* sortedPage<Thing extends { readonly id: string }>(
  runs: Iterable<readonly Thing[]>,
  search: PageSearch<Thing> & {
    readonly compare: (one: Thing, other: Thing) => number;
    /** Where the page before has ended: it is behind this one. */
    readonly after: Thing | null;
  },
): Generator<void, readonly Thing[], void> {
  const { isAskedFor, limit, lookedAtOnce, compare, after } = search;
  const found = new FirstOf<Thing>(limit, compare);
  let looked = 0;
  for (const run of runs) {
    found.addRun(run.filter((thing) => (after === null || compare(after, thing) < 0) && isAskedFor(thing)));
    looked += run.length;
    if (looked < lookedAtOnce) continue;
    looked = 0;
    yield;
  }
  return found.inOrder();
}
