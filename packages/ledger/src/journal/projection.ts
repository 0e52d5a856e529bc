import type { Migration } from './migration.ts';

/**
 * How a domain's changes become rows and its rows become changes again. The domain states it as data, each
 * journal carries it out in its own SQL dialect; so a journal knows no domain, and a domain knows no SQL.
 *
 * A ledger has one or more parts (parts.ts), each kept by a projection of its own. `rowsOf` is a method, and so the projection
 * of a part is one of the whole as far as types go: it is never asked about the changes of another part.
 */
export interface Projection<Change extends KindedChange> {
  /** The part's: 'placement'. It is stored, and so stays as it is. */
  readonly name: string;
  /** The kinds of changes that belong to the part. State them with `satisfies Record<Change['kind'], true>`: then none is left out. */
  readonly kinds: Readonly<Partial<Record<Change['kind'], true>>>;
  /** Counts up from 1 with every change of `tables`. */
  readonly schemaVersion: number;
  /**
   * How a store made by an older program becomes one of `schemaVersion`: a step to each version, oldest first,
   * without gaps. The oldest steps may be dropped once nobody has stores that old.
   */
  readonly migrations: readonly Migration[];
  /** Every table, in an order in which the rows can be loaded (what is referred to comes first). */
  readonly tables: readonly Table[];
  /** What a change does to the rows, in order. */
  rowsOf(change: Change): Iterable<RowChange>;
  /**
   * The changes that make the stored state from nothing. `read` gives a table's rows in order of its key (text
   * by code point, which is the order of its UTF-8 bytes), so two tables can be read side by side.
   */
  changesOf(read: (table: string) => Iterable<Row>): Iterable<Change>;
}

/** What becomes true: plain JSON data, which says of what kind it is. */
export interface KindedChange {
  readonly kind: string;
}

/** Names are lower-case words joined by `_`. `changes` and what begins with `berth_` belong to the journal. */
export interface Table {
  readonly name: string;
  /** Column name → type. The key's columns come first, in the order of the key; none of them may be null. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** How many leading columns make the primary key. */
  readonly keyLength: number;
  /** Further look-ups that rows are removed or patched by. */
  readonly indexes?: readonly (readonly string[])[];
}

/**
 * `text?` and `integer?` may be null. Text is any well-formed Unicode, integers are safe integers, reals are
 * finite doubles (-0 is stored as 0). What does not fit its column is refused, never bent to fit.
 */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'real';
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export type RowChange =
  /** Insert the row, or replace the one with its key. It has every column. */
  | { readonly do: 'put'; readonly table: string; readonly row: Row }
  /**
   * Set these columns on every row where those columns have these values. Columns of the key may be set, as
   * long as no two rows come to have the same key.
   */
  | { readonly do: 'patch'; readonly table: string; readonly where: Row; readonly set: Row }
  /** Remove every row where these columns have these values. */
  | { readonly do: 'remove'; readonly table: string; readonly where: Row };
