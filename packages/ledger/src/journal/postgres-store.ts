import type {
  Holder,
  Leader,
  LeadingJournal,
  News,
  SharedStore,
  StorePage,
} from '../following/shared-store.ts';
import { JournalClosed, JournalError, JournalLocked, JournalUnreachable } from './journal-errors.ts';
import { Parts } from './parts.ts';
import { PostgresJournal, type PostgresJournalOptions } from './postgres-journal.ts';
import { isConnectionLost, openingFailure } from './postgres/failures.ts';
import { readForgotten, readHashes } from './postgres/history.ts';
import { readLease } from './postgres/lease.ts';
import { LeaseWatch } from './postgres/lease-watch.ts';
import { NewsListener } from './postgres/news-listener.ts';
import { openSession, readLedger } from './postgres/open-session.ts';
import { readChangesAndBefore, readState, type StoredState } from './postgres/read-state.ts';
import { prepareSchema } from './postgres/schema.ts';
import { nameOf, type Patience, type PostgresPlace, Session } from './postgres/session.ts';
import type { KindedChange, Projection } from './projection.ts';

/** A PostgreSQL database that several processes share. */
export class PostgresStore<Change extends KindedChange> implements SharedStore<Change> {
  readonly #place: PostgresPlace;
  readonly #name: string;
  readonly #parts: Parts<Change>;
  readonly #options: PostgresJournalOptions;
  /** Which ledger it is; every connection is asked whether it still is. */
  #ledger = '';
  readonly #watch = new LeaseWatch();
  /** For what is asked again and again; made again when it is lost. */
  #session: Promise<Session> | null = null;
  #listener: NewsListener | null = null;
  #isClosed = false;

  private constructor(place: PostgresPlace, parts: Parts<Change>, options: PostgresJournalOptions) {
    this.#place = place;
    this.#name = nameOf(place);
    this.#parts = parts;
    this.#options = options;
  }

  /** Its tables made if there are none, and upgraded if they are older. */
  static async open<Change extends KindedChange>(
    place: PostgresPlace,
    parts: readonly Projection<Change>[],
    options: PostgresJournalOptions,
  ): Promise<PostgresStore<Change>> {
    const store = new PostgresStore(place, new Parts(parts), options);
    const { onUpgrade = () => {} } = options;
    let session: Session | null = null;
    try {
      session = await Session.open(place, options.patience);
      await prepareSchema(session, store.#parts, { schema: place.schema, place: store.#name, onUpgrade });
      store.#ledger = await readLedger(session);
      return store;
    } catch (error) {
      throw openingFailure(store.#name, error);
    } finally {
      await session?.close();
    }
  }

  async loadState(): Promise<StoredState<Change>> {
    return await this.#using((session) => readState(session, this.#parts, this.#name));
  }

  async readAfter(after: number, limit: number, lengthMax?: number): Promise<StorePage<Change>> {
    // In one round trip. What is forgotten between the two is told, and looks forgotten before.
    return await this.#asking(async (session) => {
      const [{ changes, hashBefore, isNewest }, forgotten] = await Promise.all([
        readChangesAndBefore<Change>(session, after, limit, lengthMax),
        readForgotten(session),
      ]);
      const isNewestForgotten = forgotten.through === after;
      return {
        changes,
        isNewest,
        forgottenThrough: forgotten.through,
        hashBefore: hashBefore ?? (isNewestForgotten ? forgotten.hash : null),
      };
    });
  }

  async hashes(from: number, through: number): Promise<ReadonlyMap<number, string>> {
    return await this.#asking((session) => readHashes(session, from, through));
  }

  async leader(): Promise<Leader | null> {
    const lease = await this.#asking(readLease);
    const remainingMs = this.#watch.remainingMs(lease);
    const { epoch, name, address, secret } = lease;
    return epoch === 0 ? null : { epoch, name, address, secret, remainingMs };
  }

  async lead(holder: Holder, onSuperseded: () => void): Promise<LeadingJournal<Change> | null> {
    const session = await this.#connect();
    try {
      const options = { ...this.#options, holder, lockWaitMs: 0, onSuperseded };
      return await PostgresJournal.lead(session, this.#place, this.#parts, options, this.#watch);
    } catch (error) {
      await session.close();
      if (error instanceof JournalLocked) return null;
      throw openingFailure(this.#name, error);
    }
  }

  watch(tell: (news: News) => void): void {
    this.#listener = new NewsListener(this.#place, () => this.#connect(), tell);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener?.close();
    const session = await this.#session?.catch(() => null);
    await session?.close();
  }

  /** On the connection that is there; if that turns out to be lost, once more on a new one. */
  async #asking<Answer>(ask: (session: Session) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      if (this.#isClosed) throw new JournalClosed(this.#name);
      const opening = (this.#session ??= openSession(this.#place, this.#ledger, quick));
      let session: Session | null = null;
      try {
        session = await opening;
        return await ask(session);
      } catch (error) {
        if (error instanceof JournalError && session !== null) throw error;
        // Unless somebody else who asked on it has made a new one already.
        if (this.#session === opening) this.#session = null;
        void session?.close();
        if (session === null || attempt === 2 || !isConnectionLost(error)) {
          throw session === null
            ? openingFailure(this.#name, error)
            : new JournalUnreachable(this.#name, error);
        }
      }
    }
  }

  /** On a connection of its own. */
  async #using<Answer>(work: (session: Session) => Promise<Answer>): Promise<Answer> {
    let session: Session | null = null;
    try {
      session = await this.#connect();
      return await work(session);
    } catch (error) {
      throw openingFailure(this.#name, error);
    } finally {
      await session?.close();
    }
  }

  #connect(): Promise<Session> {
    return openSession(this.#place, this.#ledger, this.#options.patience);
  }
}

/** Clients wait for these answers. */
const quick: Patience = { connectMs: 2000, answerMs: 5000 };
