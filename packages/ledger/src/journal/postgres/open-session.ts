import { JournalMissing, JournalReadOnly, JournalReplaced } from '../journal-errors.ts';
import { stateOf } from './failures.ts';
import { nameOf, type Patience, type PostgresPlace, Session } from './session.ts';

/**
 * A connection to a ledger that is known already. Before anything else it is asked which ledger it has, and whether it is a
 * replica: that may lag behind what was answered elsewhere, so not even reads can be taken from it.
 */
export async function openSession(
  place: PostgresPlace,
  ledger: string,
  patience?: Patience,
): Promise<Session> {
  const session = await Session.open(place, patience);
  try {
    const [row] = await session.ask('select ledger, pg_is_in_recovery() from berth_history');
    if (row === undefined) throw new JournalMissing(nameOf(place));
    const [found, isInRecovery] = row;
    if (isInRecovery === 't')
      throw new JournalReadOnly(nameOf(place), 'it is a replica that only reads', null);
    if (found !== ledger) throw new JournalReplaced(nameOf(place));
    return session;
  } catch (error) {
    await session.close();
    if (stateOf(error) === undefinedTable) throw new JournalMissing(nameOf(place));
    throw error;
  }
}

const undefinedTable = '42P01';

export async function readLedger(session: Session): Promise<string> {
  const [row] = await session.ask('select ledger from berth_history');
  return String(row?.[0]);
}
