import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HistoryPoint, isSamePoint, nextHash } from './chain.ts';
import { encodeChange } from './encode-change.ts';
import type { Holder, LeadingJournal } from '../following/shared-store.ts';
import type { NumberedChange } from './journal.ts';
import {
  JournalClosed,
  JournalError,
  JournalFateUnknown,
  JournalForked,
  JournalLocked,
  JournalReplaced,
  JournalSuperseded,
  JournalUnavailable,
  UnstorableChange,
} from './journal-errors.ts';
import type { Upgrade } from './migration.ts';
import { Parts } from './parts.ts';
import { Certainty } from './postgres/certainty.ts';
import { isConnectionLost, openingFailure, writingFailure } from './postgres/failures.ts';
import { historyProblems, readHash, readLastPoint } from './postgres/history.ts';
import { beginEpoch, type Grip, readLease, releaseLease, renewLease, takeLease } from './postgres/lease.ts';
import { LeaseWatch } from './postgres/lease-watch.ts';
import { openSession, readLedger } from './postgres/open-session.ts';
import { channelOf } from './postgres/own-tables.ts';
import { pruneChanges } from './postgres/prune-changes.ts';
import { readChanges, readForgottenThrough, readState, type StoredState } from './postgres/read-state.ts';
import { prepareSchema } from './postgres/schema.ts';
import { nameOf, type Patience, type PostgresPlace, Session, usualPatience } from './postgres/session.ts';
import { type Statement, statement } from './postgres/statement.ts';
import { TableBatch } from './postgres/table-batch.ts';
import type { KindedChange, Projection } from './projection.ts';

export interface PostgresJournalOptions {
  readonly holder?: Holder;
  /** How long nobody else may lead after this process was last heard of. */
  readonly leaseMs?: number;
  /** How long to wait for a process that still leads: it may be about to end. */
  readonly lockWaitMs?: number;
  readonly patience?: Patience;
  /** How long a lost connection is tried to be made again before it is given up. */
  readonly mendMs?: number;
  /** Told of every step by which an older ledger is upgraded, or gets a part. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
  /** Told when the connection is lost (with the reason) and when there is one again (null). */
  readonly onConnection?: (failure: unknown) => void;
  /** Told once, when it can write no more: another process leads, or the database has another history. */
  readonly onSuperseded?: () => void;
}

/** Opens the ledger of these parts in this place for writing, made new if there is none. */
export async function openPostgresJournal<Change extends KindedChange>(
  place: PostgresPlace,
  projections: readonly Projection<Change>[],
  options: PostgresJournalOptions = {},
): Promise<PostgresJournal<Change>> {
  const parts = new Parts(projections);
  const name = nameOf(place);
  let session: Session | null = null;
  try {
    session = await Session.open(place, options.patience);
    const { onUpgrade = () => {} } = options;
    await prepareSchema(session, parts, { schema: place.schema, place: name, onUpgrade });
    return await PostgresJournal.lead(session, place, parts, options, new LeaseWatch());
  } catch (error) {
    await session?.close();
    throw openingFailure(name, error);
  }
}

const usualLeaseMs = 10_000;
const usualMendMs = 30_000;
const here: Holder = { name: `process ${process.pid}`, address: null, secret: null };

/**
 * A journal in a PostgreSQL database. The database is the arbiter of who writes: leading is a lease with an epoch, and every
 * append checks the epoch in its own transaction. So one that was thought dead, and is not, stores nothing.
 *
 * When the connection is lost during an append, a new epoch is begun on a new connection. After that the append has happened
 * or never will, and the journal looks which.
 *
 * A database can also come back older than it was. So every append, every sign of life and every new connection compares the
 * newest change there with the newest one known here; where they differ, nothing is written any more.
 */
export class PostgresJournal<Change extends KindedChange> implements LeadingJournal<Change> {
  readonly #place: PostgresPlace;
  readonly #name: string;
  readonly #parts: Parts<Change>;
  readonly #options: PostgresJournalOptions;
  readonly #leaseMs: number;
  readonly #ledger: string;
  #session: Session;
  #grip: Grip;
  #last: HistoryPoint;
  /** What is the newest if the append that is under way happens. */
  #pending: HistoryPoint | null = null;
  #forgottenThrough: number;
  #certainty: Certainty;
  #mending: Promise<void> | null = null;
  /** Why nothing can be done any more; null while it can. */
  #end: JournalError | null = null;
  readonly #heart: NodeJS.Timeout;

  /** Leads, if nobody does as far as the watch has seen, on tables that are prepared. */
  static async lead<Change extends KindedChange>(
    session: Session,
    place: PostgresPlace,
    parts: Parts<Change>,
    options: PostgresJournalOptions,
    watch: LeaseWatch,
  ): Promise<PostgresJournal<Change>> {
    const { holder = here, leaseMs = usualLeaseMs, lockWaitMs = 0 } = options;
    const deadline = performance.now() + lockWaitMs;
    for (;;) {
      const seen = await readLease(session);
      const remainingMs = watch.remainingMs(seen);
      const certainty = new Certainty(leaseMs);
      const token = randomUUID();
      const epoch = remainingMs > 0 ? null : await takeLease(session, seen, { holder, token, leaseMs });
      if (epoch !== null) {
        return new PostgresJournal({
          session,
          place,
          parts,
          options,
          certainty,
          grip: { epoch, token },
          ledger: await readLedger(session),
          // Nothing of earlier epochs can be stored any more, so this is the last one.
          last: await readLastPoint(session, nameOf(place)),
          forgottenThrough: await readForgottenThrough(session),
        });
      }
      if (performance.now() >= deadline) throw new JournalLocked(nameOf(place), seen.name);
      await sleep(Math.min(100, leaseMs / 4));
    }
  }

  private constructor(made: {
    readonly session: Session;
    readonly place: PostgresPlace;
    readonly parts: Parts<Change>;
    readonly options: PostgresJournalOptions;
    readonly certainty: Certainty;
    readonly grip: Grip;
    readonly ledger: string;
    readonly last: HistoryPoint;
    readonly forgottenThrough: number;
  }) {
    this.#place = made.place;
    this.#name = nameOf(made.place);
    this.#parts = made.parts;
    this.#options = made.options;
    this.#leaseMs = made.options.leaseMs ?? usualLeaseMs;
    this.#ledger = made.ledger;
    this.#session = made.session;
    this.#grip = made.grip;
    this.#last = made.last;
    this.#forgottenThrough = made.forgottenThrough;
    this.#certainty = made.certainty;
    this.#heart = setInterval(() => void this.#renew(), this.#leaseMs / 3).unref();
  }

  get lastNumber(): number {
    return this.#last.number;
  }

  get last(): HistoryPoint {
    return this.#last;
  }

  get forgottenThrough(): number {
    return this.#forgottenThrough;
  }

  get epoch(): number {
    return this.#grip.epoch;
  }

  /**
   * Whether it is certain that nobody else leads, so that what this process knows is the newest there is. Not without a
   * connection: the database may be coming back older.
   */
  get isCertain(): boolean {
    return this.#end === null && this.#session.failure === null && this.#certainty.lasts;
  }

  /** Makes certain, or finds out that another process leads: then it rejects with a `JournalSuperseded`. */
  async ascertain(): Promise<void> {
    this.#assertUsable();
    await this.#renew();
    this.#assertUsable();
    if (!this.isCertain) throw new JournalUnavailable(`The lease in ${this.#name} could not be renewed.`);
  }

  async load(): Promise<Iterable<Change>> {
    return (await this.loadState()).changes;
  }

  /** On a connection of its own: it takes its time, and appends are not to wait for it. */
  async loadState(): Promise<StoredState<Change>> {
    this.#assertUsable();
    const session = await this.#connect();
    try {
      return await readState(session, this.#parts, this.#name);
    } finally {
      await session.close();
    }
  }

  async append(changes: readonly Change[], at: number): Promise<void> {
    this.#assertUsable();
    if (!Number.isSafeInteger(at)) throw new UnstorableChange(`${at} is not a moment in milliseconds.`);
    if (changes.length === 0) return;
    const rows = this.#rowStatementsOf(changes);
    const encoded = changes.map(encodeChange);
    await this.#mending;
    this.#assertUsable();
    const [{ epoch, token }, before] = [this.#grip, this.#last];
    const firstNumber = before.number + 1;
    const hash = nextHash(before.hash, { firstNumber, epoch, at, encoded });
    const next: HistoryPoint = { number: before.number + encoded.length, hash };
    this.#pending = next;
    try {
      await this.#session.inTransaction([
        statement(assertLeads, [epoch, token, before.number, before.hash]),
        ...rows,
        // The epoch is that of the lease, which the transaction has locked.
        statement(insertChanges, [encoded.map((_, index) => firstNumber + index), encoded, at, hash]),
        statement(notify, [channelOf(this.#place.schema), String(next.number)]),
      ]);
    } catch (error) {
      const failure = writingFailure(this.#name, error);
      if (failure instanceof JournalSuperseded || failure instanceof JournalForked) this.#endWith(failure);
      if (!isConnectionLost(error)) throw failure;
      await this.#resolve(next, error);
    } finally {
      this.#pending = null;
    }
    this.#last = next;
  }

  async hashAt(number: number): Promise<string | null> {
    return await this.#asking((session) => readHash(session, number));
  }

  /** On a connection of its own, as it takes its time. */
  async problems(): Promise<readonly string[]> {
    this.#assertUsable();
    const session = await this.#connect();
    try {
      return await historyProblems(session);
    } finally {
      await session.close();
    }
  }

  async changesAfter(
    after: number,
    limit: number,
    lengthMax?: number,
  ): Promise<readonly NumberedChange<Change>[]> {
    return await this.#asking((session) => readChanges(session, after, limit, lengthMax));
  }

  async prune(before: number, limit = Number.MAX_SAFE_INTEGER): Promise<number> {
    try {
      const count = await this.#asking((session) => pruneChanges(session, before, limit));
      this.#forgottenThrough += count;
      return count;
    } catch (error) {
      throw writingFailure(this.#name, error);
    }
  }

  async close(): Promise<void> {
    if (this.#end instanceof JournalClosed) return;
    const isLeading = this.#end === null || this.#end instanceof JournalForked;
    this.#end = new JournalClosed(this.#name);
    clearInterval(this.#heart);
    await this.#mending?.catch(() => {});
    // If the database cannot be told, the lease runs out by itself.
    if (isLeading && this.#session.failure === null) {
      await releaseLease(this.#session, this.#grip, channelOf(this.#place.schema)).catch(() => {});
    }
    await this.#session.close();
  }

  #rowStatementsOf(changes: readonly Change[]): Statement[] {
    const batches = new Map(this.#parts.tables.map((table) => [table.name, new TableBatch(table)]));
    for (const change of changes) {
      for (const rowChange of this.#parts.rowsOf(change)) {
        const batch = batches.get(rowChange.table);
        if (!batch) throw new UnstorableChange(`There is no table ${rowChange.table}.`);
        batch.carryOut(rowChange);
      }
    }
    return Array.from(batches.values(), (batch) => batch.take()).flat();
  }

  /** After this the append that was under way has happened; it rejects if it has not, and never will. */
  async #resolve(next: HistoryPoint, cause: unknown): Promise<void> {
    for (;;) {
      await this.#mend(cause);
      if (this.#end !== null && !(this.#end instanceof JournalSuperseded)) throw this.#end;
      try {
        if ((await readHash(this.#session, next.number)) === next.hash) return;
        throw (
          this.#end ??
          new JournalUnavailable(`The connection to ${this.#name} was lost, and nothing was stored.`)
        );
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  }

  async #renew(): Promise<void> {
    if (this.#mending !== null) return await this.#mending;
    const certainty = new Certainty(this.#leaseMs);
    const possible = this.#possiblyLast();
    try {
      const last = await renewLease(this.#session, this.#grip);
      if (last === null) this.#endWith(new JournalSuperseded(this.#name));
      else if (!possible.some((each) => isSamePoint(each, last)))
        this.#endWith(new JournalForked(this.#name));
      else this.#certainty = certainty;
    } catch (error) {
      // Anything else is the server's momentary trouble, and the next beat will tell.
      if (isConnectionLost(error) && this.#end === null) await this.#mend(error);
    }
  }

  /** A new connection and a new epoch; or, when there is none in time or another process leads, the end. */
  #mend(cause: unknown): Promise<void> {
    this.#mending ??= this.#tryToMend(cause).finally(() => {
      this.#mending = null;
    });
    return this.#mending;
  }

  async #tryToMend(cause: unknown): Promise<void> {
    this.#options.onConnection?.(cause);
    const deadline = performance.now() + (this.#options.mendMs ?? usualMendMs);
    for (let pauseMs = 50; ; pauseMs = Math.min(1000, pauseMs * 2)) {
      let session: Session | null = null;
      try {
        session = await this.#connect();
        const certainty = new Certainty(this.#leaseMs);
        const epoch = await beginEpoch(session, this.#grip);
        const last = await readLastPoint(session, this.#name);
        await this.#session.close();
        this.#session = session;
        if (epoch === null) return this.#endWith(new JournalSuperseded(this.#name));
        this.#grip = { ...this.#grip, epoch };
        if (!this.#possiblyLast().some((each) => isSamePoint(each, last)))
          return this.#endWith(new JournalForked(this.#name));
        this.#certainty = certainty;
        this.#options.onConnection?.(null);
        return;
      } catch (error) {
        await session?.close();
        if (error instanceof JournalReplaced) return this.#endWith(error);
        if (performance.now() > deadline || this.#end instanceof JournalClosed) {
          this.#end ??= new JournalFateUnknown(this.#name, error);
          return;
        }
      }
      await sleep(pauseMs);
    }
  }

  /** What may be the newest change in the database. */
  #possiblyLast(): readonly HistoryPoint[] {
    return this.#pending === null ? [this.#last] : [this.#last, this.#pending];
  }

  #endWith(reason: JournalError): void {
    if (this.#end !== null) return;
    this.#end = reason;
    clearInterval(this.#heart);
    this.#options.onSuperseded?.();
  }

  /** What is asked beside appends. A connection that is lost is mended, and it is asked once more. */
  async #asking<Answer>(ask: (session: Session) => Promise<Answer>): Promise<Answer> {
    this.#assertUsable();
    await this.#mending;
    try {
      return await ask(this.#session);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await this.#mend(error);
      this.#assertUsable();
      return await ask(this.#session);
    }
  }

  #connect(): Promise<Session> {
    return openSession(this.#place, this.#ledger, this.#options.patience ?? usualPatience);
  }

  #assertUsable(): void {
    if (this.#end !== null) throw this.#end;
  }
}

const assertLeads = 'select berth_assert_leads($1, $2, $3, $4)';
const insertChanges = `insert into changes (number, epoch, at, change, hash)
  select given.number, berth_lease.epoch, $3, given.change, $4
  from unnest($1::bigint[], $2::text[]) as given (number, change), berth_lease`;
const notify = 'select pg_notify($1, $2)';
