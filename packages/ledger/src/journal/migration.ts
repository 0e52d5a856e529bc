import type { ColumnType, KindedChange, Row, Table, Value } from './projection.ts';

/**
 * One step in the history of a part's tables. Stated as data like the tables themselves, so that every
 * journal can take the step in its own SQL dialect.
 *
 * A step names its tables and kinds of changes as they were at its time: it must not refer to the newest definition, which goes
 * on changing while the step has to stay what it was.
 */
export interface Migration {
  /** The schema version it leads to, from the one before. */
  readonly to: number;
  /** One line for the log: 'consumers have a type'. */
  readonly describe: string;
  readonly operations: readonly TableOperation[];
}

/** A step of an upgrade, as it is told. */
export interface Upgrade {
  /** Null: it is the journal's own tables that are upgraded. */
  readonly part: string | null;
  /** The version it leads to. */
  readonly to: number;
  /** One line for the log. */
  readonly describe: string;
}

export type TableOperation =
  | { readonly do: 'create-table'; readonly table: Table }
  | { readonly do: 'drop-table'; readonly table: string }
  /** Every row that is already there gets `fill`. Cheap: no row is written again. */
  | {
      readonly do: 'add-column';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      readonly fill: Value;
    }
  /**
   * Sets a column of every row to that of the row it refers to in another table. A row that refers to none is left
   * as it is.
   */
  | { readonly do: 'copy-column'; readonly table: string; readonly column: string; readonly from: Reference }
  /**
   * Makes the rows of `from` into rows of `to`, and `from` goes; both may have the same name. Null leaves a row
   * out. This is how a column is renamed, dropped or retyped, and how keys and indexes change.
   */
  | {
      readonly do: 'rewrite-table';
      readonly from: string;
      readonly to: Table;
      readonly row: (row: Row) => Row | null;
    }
  | AddRows
  | RewriteChanges;

/** Puts rows into a table that are made of those of another, which stay. This is how a part of what rows hold becomes rows of its own. */
export interface AddRows {
  readonly do: 'add-rows';
  readonly from: string;
  readonly to: Table;
  readonly rows: (row: Row) => readonly Row[];
}

/**
 * For changes whose shape has changed: those of these kinds that are kept in the journal are stored again in the new shape.
 * The kinds are, or were, the part's own.
 */
export interface RewriteChanges {
  readonly do: 'rewrite-changes';
  readonly kinds: readonly string[];
  readonly change: (change: KindedChange) => KindedChange;
}

/** A column of another table, in the row that ours refers to. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** Column of the other table → column of ours that has the same value. They name one row of the other. */
  readonly where: Readonly<Record<string, string>>;
}
