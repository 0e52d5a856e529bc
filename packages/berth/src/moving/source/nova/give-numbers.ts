import type { Series } from '@berth/compute-engine/ids.ts';
import type { Noun } from '@berth/compute-engine/nouns.ts';
import type { WorkFile } from '../work-file.ts';

/** Of which series the numbers of things are. */
export const seriesOf: { readonly [N in Noun]?: Series } = {
  flavor: 'flavors',
  server: 'servers',
  action: 'actions',
  service: 'services',
  node: 'nodes',
  'host-aggregate': 'host-aggregates',
  keypair: 'keypairs',
  'server-group': 'server-groups',
};

/**
 * Gives everything that was read a number that no other of its kind has, into a table beside the records: what it has at the source, or,
 * where that is not told or taken (each cell counts for itself), one behind all of those. So the same things get the same numbers.
 */
export function giveNumbers(work: WorkFile): void {
  work.run('drop table if exists temp.numbers').run();
  work
    .run(
      `create temp table numbers (kind text, id text, number integer not null, primary key (kind, id)) strict, without rowid`,
    )
    .run();
  const kinds = Object.keys(seriesOf)
    .map((kind) => `'${kind}'`)
    .join(', ');
  work
    .run(
      `insert into temp.numbers
       with ranked as (
         select kind, id, place, row_key,
           place > 0 and row_number() over (partition by kind, place order by rank, row_key, id) = 1 as keeps
         from records where kind in (${kinds})
       ), highest as (
         select kind, max(case when keeps then place else 0 end) as top from ranked group by kind
       )
       select kind, id,
         case when keeps then place else top + row_number() over (partition by kind, keeps order by row_key, id) end
       from ranked join highest using (kind)`,
    )
    .run();
}

export function highestNumber(work: WorkFile, noun: Noun): number {
  const row = work.run('select max(number) as top from temp.numbers where kind = ?').get(noun);
  return Number(row?.['top'] ?? 0);
}
