import type { App } from '../app.ts';
import { isAskedFor } from './change-filter.ts';
import type { ChangeQuery } from './change-query.ts';
import { changeView } from './change-view.ts';

/** Some of the changes that were asked for, and how far they reach. */
export interface ChangePage {
  readonly changes: readonly EncodedChange[];
  /** The last number that was looked at: what is asked for after it comes next. */
  readonly through: number;
  /** There is nothing more now. */
  readonly isLast: boolean;
  /** The newest number there is. */
  readonly lastNumber: number;
  /** Up to which number changes are forgotten. Above `after`: some were missed, and none are here. */
  readonly forgottenThrough: number;
}

export interface EncodedChange {
  readonly number: number;
  readonly kind: string;
  readonly json: string;
}

/** How much a page has at most. */
export interface PageSize {
  readonly limit: number;
  /** After so many characters there comes no other change. */
  readonly length: number;
  /** Where only some are asked for, so many are looked at; maybe there is none among them. */
  readonly lookedAt: number;
}

/** The next changes after a number that were asked for. */
export async function readPage(
  { feed, trees }: Pick<App, 'feed' | 'trees'>,
  query: ChangeQuery,
  after: number,
  size: PageSize,
): Promise<ChangePage> {
  const isFiltered = query.nouns !== null || query.tree !== null;
  const atOnce = isFiltered ? size.lookedAt : size.limit;
  const read = await feed.readAfter(after, atOnce);
  const newest = read.changes.at(-1)?.number ?? 0;
  if (query.tree !== null) while (!trees.isReadyFor(newest)) await trees.catchUp();

  const lastNumber = Math.max(feed.lastNumber, newest);
  const { forgottenThrough } = read;
  if (forgottenThrough > after) {
    return { changes: [], through: after, isLast: true, lastNumber, forgottenThrough };
  }
  const changes: EncodedChange[] = [];
  let [through, length] = [after, 0];
  for (const change of read.changes) {
    if (changes.length === size.limit || length >= size.length) break;
    through = change.number;
    if (isFiltered && !isAskedFor(change, query, trees)) continue;
    const view = changeView(change);
    const json = JSON.stringify(view);
    length += json.length;
    changes.push({ number: view.number, kind: view.kind, json });
  }
  const isLast = through >= newest && read.changes.length < atOnce;
  return { changes, through, isLast, lastNumber, forgottenThrough };
}
