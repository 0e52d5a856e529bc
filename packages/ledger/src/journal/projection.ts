/**
 * How a domain's changes become rows and its rows become changes again. The domain states it as data, each
 * journal carries it out in its own SQL dialect; so a journal knows no domain, and a domain knows no SQL.
 */
export interface Projection<Change> {
  /** Every table, in an order in which the rows can be loaded (what is referred to comes first). */
  readonly tables: readonly Table[];
  /** What a change does to the rows, in order. */
  rowsOf(change: Change): Iterable<RowChange>;
  /** The changes that make the stored state from nothing; `read` gives a table's rows in order of its key. */
  changesOf(read: (table: string) => Iterable<Row>): Iterable<Change>;
}

export interface Table {
  readonly name: string;
  /** Column name → type. The key's columns come first, in the order of the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** How many leading columns make the primary key. */
  readonly keyLength: number;
  /** Further look-ups that rows are removed or patched by. */
  readonly indexes?: readonly (readonly string[])[];
}

/** `text?` may be null. Integers are safe integers, reals are doubles. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'real';
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export type RowChange =
  /** Insert the row, or replace the one with its key. */
  | { readonly do: 'put'; readonly table: string; readonly row: Row }
  /** Set these columns on every row where those columns have these values. */
  | { readonly do: 'patch'; readonly table: string; readonly where: Row; readonly set: Row }
  /** Remove every row where these columns have these values. */
  | { readonly do: 'remove'; readonly table: string; readonly where: Row };
