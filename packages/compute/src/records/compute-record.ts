import { allSeries, type Series } from '@berth/compute-engine/ids.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { thingProblems } from './thing-rules.ts';

/** One thing, or how far the numbers of a series have come. */
export type ComputeRecord =
  | { readonly [N in Noun]: { readonly kind: N; readonly thing: Nouns[N] } }[Noun]
  | { readonly kind: 'number-series'; readonly series: Series; readonly last: number };

/** For people. */
export function describeRecord(record: ComputeRecord): string {
  if (record.kind === 'number-series') return `numbers of ${record.series}`;
  return `${record.kind.replaceAll('-', ' ')} ${record.thing.id}`;
}

/** What is wrong with a record by itself. */
export function* ruleProblems(record: ComputeRecord): Generator<string> {
  if (record.kind !== 'number-series') {
    yield* thingProblems(record.kind, record.thing);
    return;
  }
  const { series, last } = record;
  if (!allSeries.includes(series)) yield `there are no numbers of ${series}`;
  if (!Number.isSafeInteger(last) || last < 1) yield `${last} numbers of ${series} cannot have been given`;
}
