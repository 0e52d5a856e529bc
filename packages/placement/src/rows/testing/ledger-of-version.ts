import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A ledger as a program of that schema version left it, in a new file at `path`. `also` is done to it before it is closed. */
export function ledgerOfVersion(version: 1 | 2, path: string, also = ''): string {
  const database = new DatabaseSync(path);
  database.exec(readFileSync(join(import.meta.dirname, `version-${version}.sql`), 'utf8'));
  database.exec(also);
  database.close();
  return path;
}
