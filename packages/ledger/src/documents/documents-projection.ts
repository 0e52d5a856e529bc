import type { Migration } from '../journal/migration.ts';
import type { Projection, Row, RowChange, Table } from '../journal/projection.ts';
import { aboutNoun, kindsOf, type NounChange, type NounOf, setChange, type Things } from './noun-changes.ts';

export interface DocumentPart<Nouns extends Things<Nouns>> {
  /** Of the part. */
  readonly name: string;
  readonly nouns: readonly NounOf<Nouns>[];
  readonly tableOf: (noun: NounOf<Nouns>) => string;
  readonly schemaVersion: number;
  readonly migrations: readonly Migration[];
}

/**
 * How a part of nouns is kept in a journal. Each noun has a table; a thing is one row, with its id and the whole of it as JSON: nobody
 * looks for rows by anything else, since the state is in memory.
 */
export function documentsProjection<Nouns extends Things<Nouns>>({
  name,
  nouns,
  tableOf,
  schemaVersion,
  migrations,
}: DocumentPart<Nouns>): Projection<NounChange<Nouns>> {
  return {
    name,
    kinds: kindsOf<Nouns>(nouns),
    schemaVersion,
    migrations,
    tables: nouns.map((noun) => documentTable(tableOf(noun))),
    rowsOf: (change): RowChange[] => {
      const { noun, thing, id } = aboutNoun<Nouns>(change);
      const table = tableOf(noun);
      if (thing === null) return [{ do: 'remove', table, where: { row_key: id } }];
      return [{ do: 'put', table, row: { row_key: id, thing: JSON.stringify(thing) } }];
    },
    *changesOf(read) {
      for (const noun of nouns) {
        const table = tableOf(noun);
        for (const row of read(table)) yield setChange<Nouns, typeof noun>(noun, thingIn(table, row));
      }
    },
  };
}

export function documentTable(name: string): Table {
  return { name, columns: { row_key: 'text', thing: 'text' }, keyLength: 1 };
}

/** What is not right about it is told by whoever checks; here it is only that it can be read. */
function thingIn<Thing>(table: string, { row_key: key, thing }: Row): Thing {
  try {
    return JSON.parse(thing as string) as Thing;
  } catch (cause) {
    throw new Error(`the row ${key} of ${table} is no JSON`, { cause });
  }
}
