import type { DatabaseSync } from 'node:sqlite';

/** All of it or nothing. For opening and upkeep; an append has its own, which tells failures apart. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback'); // SQLite ends some failed transactions by itself
    throw error;
  }
}
