import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';

/** The database of the original as a SQLite file in this directory. */
export function sqliteFile(directory: string): Database {
  const path = join(directory, 'placement.sqlite');
  const using = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    connection: `sqlite:///${path}`,
    pids: [],
    ids: (query) =>
      using((database) => {
        const rows = database
          .prepare(query)
          .all()
          .map((row) => Object.values(row));
        return new Map(rows.map(([name, id]) => [String(name), Number(id)]));
      }),
    carryOut: (statements) =>
      using((database) => {
        database.exec('begin');
        for (const statement of statements) database.exec(statement);
        database.exec('commit; analyze;');
      }),
    stop: async () => {},
  };
}
