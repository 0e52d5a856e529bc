import { randomUUID } from 'node:crypto';
import { drawHash, type HistoryPoint, unhashed } from '../chain.ts';
import { ChainCheck } from '../check-chain.ts';
import { JournalCorrupt } from '../journal-errors.ts';
import { selectLastPoint } from './own-tables.ts';
import type { Session } from './session.ts';
import { inTransaction } from './transaction.ts';

/** A history begins, in a ledger that is new. */
export async function beginHistory(session: Session): Promise<void> {
  await session.ask('insert into berth_history (id, ledger, forgotten_hash) values (1, $1, $2)', [
    randomUUID(),
    drawHash(),
  ]);
}

/**
 * A history begins with what is stored, which has no hashes, or none that are good any more: the newest change gets one by
 * lot.
 */
export async function beginHistoryAgain(session: Session): Promise<void> {
  await session.ask('update changes set hash = $1 where hash <> $1', [unhashed]);
  const last = await session.ask(
    'update changes set hash = $1 where number = (select max(number) from changes) returning 1',
    [drawHash()],
  );
  await session.ask(
    `insert into berth_history (id, ledger, forgotten_hash) values (1, $1, $2)
     on conflict (id) do update set forgotten_hash = excluded.forgotten_hash`,
    [randomUUID(), last.length === 0 ? drawHash() : unhashed],
  );
}

/** The newest change. */
export async function readLastPoint(session: Session, place: string): Promise<HistoryPoint> {
  const [row] = await session.ask(selectLastPoint);
  const [number = 0, hash = unhashed] = row ?? [];
  // Whatever makes changes without one gives the newest of them one.
  if (hash === null || hash === unhashed)
    throw new JournalCorrupt(place, new Error(`change ${number} has no hash`));
  return { number: Number(number), hash };
}

/** Null where there is none. */
export async function readHash(session: Session, number: number): Promise<string | null> {
  const [row] = await session.ask(
    `select hash from changes where number = $1
     union all
     select forgotten_hash from berth_history, berth_schema where name = 'forgotten_through' and value = $1`,
    [number],
  );
  return row?.[0] || null; // The empty one is none.
}

/** Of all changes that are kept, and of the newest that is forgotten, from one number to another. */
export async function readHashes(
  session: Session,
  from: number,
  through: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await session.ask(
    `select number, hash from changes where number between $1 and $2
     union all
     select value, forgotten_hash from berth_history, berth_schema
     where name = 'forgotten_through' and value between $1 and $2`,
    [from, through],
  );
  return new Map(rows.map(([number, hash]) => [Number(number), String(hash)]));
}

export interface Forgotten {
  readonly through: number;
  readonly hash: string;
}

export async function readForgotten(session: Session): Promise<Forgotten> {
  const [row] = await session.ask(
    `select value, forgotten_hash from berth_schema, berth_history where name = 'forgotten_through'`,
  );
  return { through: Number(row?.[0] ?? 0), hash: row?.[1] ?? unhashed };
}

/** At one moment, though others go on writing. */
export async function historyProblems(session: Session): Promise<readonly string[]> {
  return await inTransaction(
    session,
    async () => {
      const forgotten = await readForgotten(session);
      const check = new ChainCheck(forgotten.through, forgotten.hash);
      for (let after = 0; ; ) {
        const rows = await session.ask(
          'select number, epoch, at, hash, change from changes where number > $1 order by number limit 10000',
          [after],
        );
        for (const [number, epoch, at, hash, encoded] of rows) {
          after = Number(number);
          check.see({
            number: after,
            epoch: Number(epoch),
            at: Number(at),
            hash: String(hash),
            encoded: String(encoded),
          });
        }
        if (rows.length === 0) return check.end();
      }
    },
    'isolation level repeatable read, read only',
  );
}
