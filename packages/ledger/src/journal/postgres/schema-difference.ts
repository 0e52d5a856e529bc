import type { Table } from '../projection.ts';
import { ownTables } from './own-tables.ts';
import type { Session } from './session.ts';
import { indexName, keyColumns, sqlName } from './sql.ts';

/**
 * In what the tables in the schema differ from those stated, in words; null if in nothing. Finds a table that was changed
 * without a migration, and a migration that does not lead to what its part states.
 */
export async function schemaDifference(
  session: Session,
  schema: string,
  tables: readonly Table[],
): Promise<string | null> {
  const found = new Set(await tablesOf(session, schema));
  for (const name of ownTables) found.delete(name);
  for (const table of tables) {
    if (!found.delete(table.name)) return `the table ${table.name} is missing`;
    const difference =
      (await columnsDifference(session, schema, table)) ?? (await indexesDifference(session, schema, table));
    if (difference !== null) return difference;
  }
  const [unknown] = found;
  return unknown === undefined ? null : `the table ${unknown} is not known`;
}

export async function tablesOf(session: Session, schema: string): Promise<string[]> {
  const rows = await session.ask(
    `select table_name from information_schema.tables where table_schema = $1 order by table_name`,
    [schema],
  );
  return rows.map(([name]) => String(name));
}

async function columnsDifference(session: Session, schema: string, table: Table): Promise<string | null> {
  const stated = Object.entries(table.columns).map(
    ([name, type]) => `${name} ${sqlName(type)}${type.endsWith('?') ? '' : ' not null'}`,
  );
  const rows = await session.ask(
    `select column_name, data_type, is_nullable, collation_name from information_schema.columns
     where table_schema = $1 and table_name = $2 order by ordinal_position`,
    [schema, table.name],
  );
  const found = rows.map(
    ([name, type, isNullable, collation]) =>
      `${name} ${type}${collation === null ? '' : ` ${collation}`}${isNullable === 'NO' ? ' not null' : ''}`,
  );
  return differenceBetween(`the columns of ${table.name}`, stated, found);
}

async function indexesDifference(session: Session, schema: string, table: Table): Promise<string | null> {
  const stated = [
    `${table.name} key (${keyColumns(table).join(', ')})`,
    ...(table.indexes ?? []).map((columns) => indexName(table, columns)),
  ].sort();
  const rows = await session.ask(
    `select case when i.indisprimary
       then $2::text || ' key (' || (
         select string_agg(a.attname::text, ', ' order by k.place)
         from unnest(i.indkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) || ')'
       else c.relname::text end
     from pg_index i
     join pg_class c on c.oid = i.indexrelid
     join pg_class t on t.oid = i.indrelid
     join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and t.relname = $2`,
    [schema, table.name],
  );
  return differenceBetween(`the indexes of ${table.name}`, stated, rows.map(([name]) => String(name)).sort());
}

function differenceBetween(what: string, stated: readonly string[], found: readonly string[]): string | null {
  if (stated.join() === found.join()) return null;
  return `${what} are (${found.join(', ')}) instead of (${stated.join(', ')})`;
}
