import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { OwnApp } from '../own-app.ts';
import type { ChangeBlock } from './change-block.ts';
import type { ChangeQuery } from './change-query.ts';

/** Which changes of a block a client gets. */
export interface Choice {
  /** Indexes in the block, each run from the first up to before the second. */
  readonly runs: readonly (readonly [from: number, to: number])[];
  readonly count: number;
  /** The last number that was looked at: what is asked for after it comes next. */
  readonly through: number;
}

/** The changes of a block after a number that were asked for, at most `limit`. Looks at one of them at least, and waits its turn. */
export async function chooseChanges(
  { views, filter }: Pick<OwnApp, 'views' | 'filter'>,
  query: ChangeQuery,
  block: ChangeBlock,
  after: number,
  limit: number,
): Promise<Choice> {
  const from = block.indexAfter(after);
  const { changes } = block;
  if (query.nouns === null && query.filtered === null) {
    const to = Math.min(changes.length, from + limit);
    return { runs: [[from, to]], count: to - from, through: changes[to - 1]?.number ?? after };
  }
  if (query.filtered !== null) return await filter.consult(changes.at(-1)?.number ?? after, chooseOneByOne);
  await turns.next();
  return chooseOneByOne();

  function isAskedFor(change: NumberedChange<KindedChange>): boolean {
    const { nouns, filtered } = query;
    if (nouns !== null && !views.nounsOf(change.change).some((noun) => nouns.has(noun))) return false;
    return filtered === null || filter.isAbout(change, filtered);
  }

  function chooseOneByOne(): Choice {
    const endsAt = performance.now() + choosingMs;
    const runs: [from: number, to: number][] = [];
    let [count, through] = [0, after];
    for (let index = from; index < changes.length && count < limit; index++) {
      const change = changes[index];
      if (change === undefined) break;
      if (isAskedFor(change)) {
        const last = runs.at(-1);
        if (last?.[1] === index) last[1]++;
        else runs.push([index, index + 1]);
        count++;
      }
      through = change.number;
      if (performance.now() > endsAt) break;
    }
    return { runs, count, through };
  }
}

/** In a deep tree it takes a while to find out what belongs to it. */
const choosingMs = 3;
