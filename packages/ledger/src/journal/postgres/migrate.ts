import { unreachable } from '../../unreachable.ts';
import { checkTable } from '../check-projection.ts';
import { encodeChange } from '../encode-change.ts';
import type { AddRows, RewriteChanges, TableOperation } from '../migration.ts';
import type { KindedChange, Row, Table } from '../projection.ts';
import { beginHistoryAgain } from './history.ts';
import { quote, type Session } from './session.ts';
import * as sql from './sql.ts';
import { statement } from './statement.ts';
import { TableBatch } from './table-batch.ts';
import { readValue } from './read-state.ts';

/** Takes one step of a part's history, inside the caller's transaction. */
export async function migrate(session: Session, operations: readonly TableOperation[]): Promise<void> {
  for (const operation of operations) await carryOut(session, operation);
}

async function carryOut(session: Session, operation: TableOperation): Promise<void> {
  switch (operation.do) {
    case 'create-table':
      return createTable(session, operation.table);
    case 'drop-table':
      return void (await session.ask(`drop table ${quote(operation.table)}`));
    case 'add-column': {
      const { table, column, type, fill } = operation;
      return void (await session.ask(sql.addColumn(table, column, type, fill).join('; ')));
    }
    case 'copy-column':
      return void (await session.ask(sql.copyColumn(operation.table, operation.column, operation.from)));
    case 'rewrite-table':
      return rewriteTable(session, operation.from, operation.to, operation.row);
    case 'add-rows':
      return addRows(session, operation);
    case 'rewrite-changes':
      return rewriteChanges(session, operation);
    default:
      return unreachable(operation);
  }
}

export async function createTable(session: Session, table: Table): Promise<void> {
  checkTable(table);
  await session.ask([sql.createTable(table), ...sql.createIndexes(table)].join('; '));
}

async function rewriteTable(
  session: Session,
  from: string,
  to: Table,
  rewrite: (row: Row) => Row | null,
): Promise<void> {
  const old = quote('berth_rewritten');
  await session.ask(`alter table ${quote(from)} rename to ${old}`);
  for (const index of await indexesOf(session, 'berth_rewritten')) {
    // They would keep their names, which the new ones need.
    await session.ask(
      `alter index ${quote(index)} rename to ${quote(`berth_rewritten_${index}`.slice(0, 63))}`,
    );
  }
  await createTable(session, to);
  await addRows(session, { from: 'berth_rewritten', to, rows: (row) => [rewrite(row) ?? []].flat() });
  await session.ask(`drop table ${old}`);
}

/** Rows are read through a cursor, some at a time. */
async function addRows(session: Session, { from, to, rows }: Omit<AddRows, 'do'>): Promise<void> {
  const columns = await columnsOf(session, from);
  await session.ask(`declare berth_rows cursor for select * from ${quote(from)}`);
  const batch = new TableBatch(to);
  for (
    let portion = await session.ask(fetchSome);
    portion.length > 0;
    portion = await session.ask(fetchSome)
  ) {
    for (const values of portion) {
      const row = Object.fromEntries(
        columns.map(({ name, isText }, index) => [name, readValue(values[index] ?? null, isText)]),
      );
      for (const added of rows(row)) batch.put(added);
    }
    for (const each of batch.take()) await session.carryOut(each);
  }
  await session.ask('close berth_rows');
}

const fetchSome = 'fetch 1000 from berth_rows';

async function indexesOf(session: Session, table: string): Promise<string[]> {
  const rows = await session.ask(
    `select indexname from pg_indexes where schemaname = current_schema() and tablename = $1`,
    [table],
  );
  return rows.map(([name]) => String(name));
}

async function columnsOf(session: Session, table: string): Promise<{ name: string; isText: boolean }[]> {
  const rows = await session.ask(
    `select column_name, data_type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows.map(([name, type]) => ({ name: String(name), isText: type === 'text' }));
}

async function rewriteChanges(session: Session, { kinds, change: rewrite }: RewriteChanges): Promise<void> {
  const read = (after: number) =>
    session.ask('select number, change from changes where number > $1 order by number limit 1000', [after]);
  let isRewritten = false;
  for (let portion = await read(0); portion.length > 0; portion = await read(Number(portion.at(-1)?.[0]))) {
    const numbers: number[] = [];
    const changes: string[] = [];
    for (const [number, encoded] of portion) {
      const change = JSON.parse(String(encoded)) as KindedChange; // as all that is stored
      if (!kinds.includes(change.kind)) continue;
      numbers.push(Number(number));
      changes.push(encodeChange(rewrite(change)));
    }
    if (numbers.length === 0) continue;
    isRewritten = true;
    await session.carryOut(
      statement(
        `update changes set change = given.change from unnest($1::bigint[], $2::text[]) as given (number, change)
         where changes.number = given.number`,
        [numbers, changes],
      ),
    );
  }
  // They are not what was hashed any more.
  if (isRewritten) await beginHistoryAgain(session);
}
