import type { DatabaseSync } from 'node:sqlite';
import { drawHash, unhashed } from '../chain.ts';
import { ChainCheck } from '../check-chain.ts';
import { readFact } from './facts.ts';

/** One row: the hash of the newest change that was pruned, or of the beginning. */
export const createHistory =
  'create table berth_history (id integer primary key check (id = 1), forgotten_hash text not null) strict';

/** A history begins, in a ledger that is new. */
export function beginHistory(database: DatabaseSync): void {
  writeForgottenHash(database, drawHash());
}

/**
 * A history begins with what is stored, which has no hashes, or none that are good any more: the newest change gets one by
 * lot.
 */
export function beginHistoryAgain(database: DatabaseSync): void {
  database.prepare('update changes set hash = ? where hash <> ?').run(unhashed, unhashed);
  const { changes } = database
    .prepare('update changes set hash = ? where number = (select max(number) from changes)')
    .run(drawHash());
  writeForgottenHash(database, changes === 0 ? drawHash() : unhashed);
}

export function writeForgottenHash(database: DatabaseSync, hash: string): void {
  database.prepare('insert or replace into berth_history (id, forgotten_hash) values (1, ?)').run(hash);
}

export function readHash(database: DatabaseSync, number: number): string | null {
  const stored = database.prepare('select hash from changes where number = ?').get(number)?.['hash'];
  const hash =
    stored ?? (number === readFact(database, 'forgotten_through') ? forgottenHash(database) : null);
  return hash === null || hash === unhashed ? null : String(hash);
}

function forgottenHash(database: DatabaseSync): string {
  return String(database.prepare('select forgotten_hash from berth_history').get()?.['forgotten_hash']);
}

export function historyProblems(database: DatabaseSync): readonly string[] {
  const check = new ChainCheck(readFact(database, 'forgotten_through') ?? 0, forgottenHash(database));
  const rows = database.prepare('select number, at, hash, change from changes order by number').iterate();
  for (const { number, at, hash, change } of rows) {
    check.see({
      number: Number(number),
      epoch: 0,
      at: Number(at),
      hash: String(hash),
      encoded: String(change),
    });
  }
  return check.end();
}
