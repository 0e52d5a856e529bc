/** The database of the original, by its own door: the API would need a quarter of an hour for 10,000 hosts. */
export interface Database {
  /** As SQLAlchemy wants it. */
  readonly connection: string;
  /** Its processes; none where it is a file. */
  readonly pids: readonly number[];
  /** The rows of a query of two columns: a name and a number. */
  ids(query: string): ReadonlyMap<string, number>;
  /** Carries out all of these in one transaction. */
  carryOut(statements: Iterable<string>): void;
  stop(): Promise<void>;
}
