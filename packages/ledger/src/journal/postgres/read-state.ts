import type { HistoryPoint } from '../chain.ts';
import type { NumberedChange } from '../journal.ts';
import type { Parts } from '../parts.ts';
import type { KindedChange, Row, Table, Value } from '../projection.ts';
import { readFact } from './facts.ts';
import { readLastPoint } from './history.ts';
import type { Session } from './session.ts';
import * as sql from './sql.ts';
import { fromStored, storedValue } from './stored-text.ts';
import { inTransaction } from './transaction.ts';

/** A state that was there at one moment, and the last change that made it. */
export interface StoredState<Change> {
  readonly last: HistoryPoint;
  readonly changes: Iterable<Change>;
}

/**
 * Read in bulk, at one moment, though others go on writing. A part reads its tables side by side, so they
 * are all here before it begins; as values only, which takes half the memory of rows.
 */
export async function readState<Change extends KindedChange>(
  session: Session,
  parts: Parts<Change>,
  place: string,
): Promise<StoredState<Change>> {
  return await inTransaction(
    session,
    async () => {
      const last = await readLastPoint(session, place);
      const rows = new Map<string, Value[][]>();
      for (const table of parts.tables) rows.set(table.name, await readTable(session, table));
      return { last, changes: parts.changesOf((table) => rowsOf(table, rows.get(table.name) ?? [])) };
    },
    'isolation level repeatable read, read only',
  );
}

async function readTable(session: Session, table: Table): Promise<Value[][]> {
  const isText = Object.values(table.columns).map((type) => type.startsWith('text'));
  const rows: Value[][] = [];
  for (let isFirst = true; ; isFirst = false) {
    const after = rows.at(-1)?.slice(0, table.keyLength).map(storedValue);
    const portion = await session.ask(sql.readSome(table, isFirst, rowsAtOnce), isFirst ? undefined : after);
    for (const texts of portion) {
      rows.push(texts.map((text, index) => readValue(text, isText[index] as boolean)));
    }
    if (portion.length < rowsAtOnce) return rows;
  }
}

const rowsAtOnce = 20_000;

function* rowsOf(table: Table, all: readonly Value[][]): Generator<Row> {
  const columns = Object.keys(table.columns);
  for (const values of all) {
    const row: Record<string, Value> = {};
    for (let index = 0; index < columns.length; index += 1) {
      row[columns[index] as string] = values[index] as Value; // as many values as columns were selected
    }
    yield row;
  }
}

/** Integers are safe, since nothing else was stored. */
export function readValue(text: string | null, isText: boolean): Value {
  if (text === null) return null;
  return isText ? fromStored(text) : Number(text);
}

export async function readChanges<Change>(
  session: Session,
  after: number,
  limit: number,
  lengthMax?: number,
): Promise<NumberedChange<Change>[]> {
  return (await readChangesAndBefore<Change>(session, after, limit, lengthMax)).changes;
}

export interface ChangesAndBefore<Change> {
  readonly changes: NumberedChange<Change>[];
  /** Of the change after which they come; null when it is not there. */
  readonly hashBefore: string | null;
  /** Whether they are certainly all there are. */
  readonly isNewest: boolean;
}

export async function readChangesAndBefore<Change>(
  session: Session,
  after: number,
  limit: number,
  lengthMax?: number,
): Promise<ChangesAndBefore<Change>> {
  const many = Math.min(limit + 1, Number.MAX_SAFE_INTEGER);
  const rows = await (lengthMax === undefined
    ? session.ask(someChanges, [after, many])
    : session.ask(fewChanges, [after, many, lengthMax]));
  const isBefore = Number(rows[0]?.[0]) === after;
  const changes = rows.slice(isBefore ? 1 : 0, isBefore ? limit + 1 : limit);
  return {
    changes: changes.map(([number, at, hash, change]) => ({
      number: Number(number),
      at: Number(at),
      hash: String(hash),
      // As a Change was encoded, or as a migration has rewritten it.
      change: JSON.parse(String(change)) as Change,
    })),
    hashBefore: isBefore ? String(rows[0]?.[2]) : null,
    isNewest: changes.length < limit && !(Number(changes.at(-1)?.[4] ?? 0) >= (lengthMax ?? Infinity)),
  };
}

/** With the one before, of which only the hash is wanted. */
const someChanges = `select number, at, hash, case when number > $1 then change end as change from changes
  where number >= $1 order by number limit $2`;
/** Of these, those before which there are fewer than so many bytes: the others stay in the database. */
const fewChanges =
  'select number, at, hash, change, before + octet_length(change) from (' +
  'select number, at, hash, change, coalesce(sum(octet_length(change)) over ' +
  '(order by number rows between unbounded preceding and 1 preceding), 0) as before ' +
  `from (${someChanges}) as page) as measured where before < $3 order by number`;

export async function readForgottenThrough(session: Session): Promise<number> {
  return (await readFact(session, 'forgotten_through')) ?? 0;
}
