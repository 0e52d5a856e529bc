import type { Session } from './session.ts';

/**
 * Forgets changes from the oldest on, in one statement. How far is remembered, so that numbers go on where they were even
 * when all changes are forgotten.
 */
export async function pruneChanges(session: Session, before: number, limit: number): Promise<number> {
  const [row] = await session.ask(
    `with bound as (
       select least(
         forgotten.value + $2::numeric,
         coalesce(
           (select number - 1 from changes where at >= $1 order by number limit 1),
           (select max(number) from changes),
           forgotten.value
         )
       )::bigint as number
       from berth_schema forgotten where forgotten.name = 'forgotten_through' for update
     ), gone as (
       delete from changes where number <= (select number from bound) returning 1
     ), hashed as (
       update berth_history set forgotten_hash = changes.hash
       from changes, bound where changes.number = bound.number
     ), noted as (
       update berth_schema set value = greatest(value, (select number from bound)) where name = 'forgotten_through'
     )
     select count(*) from gone`,
    [before, Math.min(limit, Number.MAX_SAFE_INTEGER)],
  );
  return Number(row?.[0] ?? 0);
}
