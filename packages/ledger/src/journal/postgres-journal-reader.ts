import type { JournalReader, NumberedChange } from './journal.ts';
import { JournalClosed } from './journal-errors.ts';
import { Parts } from './parts.ts';
import { openingFailure } from './postgres/failures.ts';
import { historyProblems, readHash, readLastPoint } from './postgres/history.ts';
import { readChanges, readForgottenThrough, readState } from './postgres/read-state.ts';
import { assertReadable } from './postgres/schema.ts';
import { nameOf, type PostgresPlace, Session } from './postgres/session.ts';
import type { KindedChange, Projection } from './projection.ts';

/** For looking at a ledger, whoever writes it meanwhile. Nothing is made, upgraded or repaired. */
export async function openPostgresJournalReadOnly<Change extends KindedChange>(
  place: PostgresPlace,
  projections: readonly Projection<Change>[],
): Promise<PostgresJournalReader<Change>> {
  const parts = new Parts(projections);
  const name = nameOf(place);
  let session: Session | null = null;
  try {
    session = await Session.open(place);
    await assertReadable(session, parts, { schema: place.schema, place: name });
    const numbers = {
      lastNumber: (await readLastPoint(session, name)).number,
      forgottenThrough: await readForgottenThrough(session),
    };
    return new PostgresJournalReader(session, name, parts, numbers);
  } catch (error) {
    await session?.close();
    throw openingFailure(name, error);
  }
}

export class PostgresJournalReader<Change extends KindedChange> implements JournalReader<Change> {
  /** When it was opened. */
  readonly lastNumber: number;
  /** When it was opened. */
  readonly forgottenThrough: number;
  readonly #session: Session;
  readonly #name: string;
  readonly #parts: Parts<Change>;
  #isClosed = false;

  constructor(
    session: Session,
    name: string,
    parts: Parts<Change>,
    numbers: Pick<JournalReader<Change>, 'lastNumber' | 'forgottenThrough'>,
  ) {
    this.#session = session;
    this.#name = name;
    this.#parts = parts;
    this.lastNumber = numbers.lastNumber;
    this.forgottenThrough = numbers.forgottenThrough;
  }

  async load(): Promise<Iterable<Change>> {
    this.#assertOpen();
    return (await readState(this.#session, this.#parts, this.#name)).changes;
  }

  async hashAt(number: number): Promise<string | null> {
    this.#assertOpen();
    return await readHash(this.#session, number);
  }

  async problems(): Promise<readonly string[]> {
    this.#assertOpen();
    return await historyProblems(this.#session);
  }

  async changesAfter(
    after: number,
    limit: number,
    lengthMax?: number,
  ): Promise<readonly NumberedChange<Change>[]> {
    this.#assertOpen();
    return await readChanges(this.#session, after, limit, lengthMax);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#session.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new JournalClosed(this.#name);
  }
}
