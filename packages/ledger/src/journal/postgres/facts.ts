import type { Session } from './session.ts';

/**
 * What the journal knows of itself: numbers by name, in `berth_schema`.
 *
 * - `layout_version`: the version of the journal's own tables (own-tables.ts)
 * - `schema_version`: up to the second layout, the version of the only part's tables (part-versions.ts)
 * - `forgotten_through`: the number of the newest change that was pruned
 */
export type FactName = 'layout_version' | 'schema_version' | 'forgotten_through';

export async function readFact(session: Session, name: FactName): Promise<number | null> {
  const [row] = await session.ask('select value from berth_schema where name = $1', [name]);
  return row === undefined ? null : Number(row[0]);
}

export async function writeFact(session: Session, name: FactName, value: number): Promise<void> {
  await session.ask(
    'insert into berth_schema (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );
}
