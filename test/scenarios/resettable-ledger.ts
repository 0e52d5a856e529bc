import type { Change } from '@berth/engine/changes.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import { type PostgresPlace, quote, Session } from '@berth/ledger/journal/postgres/session.ts';
import { postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import type { InProcess } from '@berth/placement/testing/in-process.ts';

/**
 * A ledger in PostgreSQL that can be made to have nothing but the standard traits and classes again: making one takes a
 * hundred times as long.
 */
export class ResettableLedger {
  readonly #place: PostgresPlace;
  readonly #session: Session;

  private constructor(place: PostgresPlace, session: Session) {
    this.#place = place;
    this.#session = session;
  }

  static async make(serve: (journal: Journal<Change>) => Promise<InProcess>): Promise<ResettableLedger> {
    const place = await postgresPlace();
    const service = await serve(await openPostgresJournal(place, [placementProjection]));
    await service.close();
    const ledger = new ResettableLedger(place, await Session.open(place));
    await ledger.#session.ask(
      [
        `create schema ${ledger.#template}`,
        ...tables.map((table) => `create table ${ledger.#template}.${table} as table ${table}`),
      ].join('; '),
    );
    return ledger;
  }

  open(): Promise<Journal<Change>> {
    return openPostgresJournal(this.#place, [placementProjection]);
  }

  async reset(): Promise<void> {
    await this.#session.ask(
      tables
        .flatMap((table) => [
          `delete from ${table}`,
          `insert into ${table} select * from ${this.#template}.${table}`,
        ])
        .join('; '),
    );
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  get #template(): string {
    return quote(`${this.#place.schema}_template`);
  }
}

const tables = placementProjection.tables.map(({ name }) => quote(name));
