import { turns } from '@berth/api-kit/turns.ts';
import type { OwnApp } from '../own-app.ts';
import type { ChangeBlock } from './change-block.ts';
import type { ChangeQuery } from './change-query.ts';
import { type Choice, chooseChanges } from './choose-changes.ts';

/** Some of the changes that were asked for, and how far they reach. */
export interface ChangePage {
  /** Each change as JSON. */
  readonly changes: readonly Uint8Array[];
  /** The last number that was looked at: what is asked for after it comes next. */
  readonly through: number;
}

/** How much a page has at most. */
export interface PageSize {
  readonly limit: number;
  /** After so many bytes, as events, there comes no other change. */
  readonly length: number;
  /** Where only some are asked for, so many are looked at; maybe there is none among them. */
  readonly lookedAt: number;
}

/** The next changes that were asked for. Null when the first of them is forgotten. */
export async function readPage(
  app: Pick<OwnApp, 'feed' | 'changes' | 'views' | 'filter'>,
  query: ChangeQuery,
  size: PageSize,
): Promise<ChangePage | null> {
  const chosen: { readonly block: ChangeBlock; readonly choice: Choice }[] = [];
  let [through, count, length] = [query.after, 0, 0];
  while (count < size.limit && length < size.length && through - query.after < size.lookedAt) {
    const block = await app.changes.blockAfter(through);
    if (block === null || app.feed.forgottenThrough > through) break;
    const choice = await chooseChanges(app, query, block, through, size.limit - count);
    chosen.push({ block, choice });
    ({ through } = choice);
    count += choice.count;
    for (const [from, to] of choice.runs) length += block.events(from, to).length;
  }
  if (through === query.after && app.feed.forgottenThrough > through) return null;
  await turns.next();
  const changes: Uint8Array[] = [];
  for (const { block, choice } of chosen) {
    for (const [from, to] of choice.runs) {
      for (let index = from; index < to; index++) changes.push(block.json(index));
    }
  }
  return { changes, through };
}
