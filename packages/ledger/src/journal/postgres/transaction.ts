import type { Session } from './session.ts';

/** All of it or nothing, with answers in between. For opening and upkeep; an append takes one round trip. */
export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
  kind: 'read write' | 'isolation level repeatable read, read only' = 'read write',
): Promise<Result> {
  await session.ask(`begin transaction ${kind}`);
  try {
    const result = await work();
    await session.ask('commit');
    return result;
  } catch (error) {
    // A connection that is lost has ended its transaction.
    if (session.failure === null) await session.ask('rollback');
    throw error;
  }
}
