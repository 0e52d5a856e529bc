import type { Journal, JournalReader } from '@berth/ledger/journal/journal.ts';
import type { Upgrade } from '@berth/ledger/journal/migration.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import type { Composition } from '../cloud/composition.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { Ledger } from './ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';

/** Where in which PostgreSQL database. */
export interface DatabasePlace {
  readonly url: string;
  readonly schema: string;
}

/** A ledger in a PostgreSQL database. Its driver is loaded when it is needed: most who try it out do without. */
export class DatabaseLedger implements Ledger {
  readonly #place: DatabasePlace;
  readonly #leaseMs: number;

  constructor(place: DatabasePlace, leaseMs: number) {
    this.#place = place;
    this.#leaseMs = leaseMs;
  }

  async openReadOnly<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
  ): Promise<JournalReader<Change>> {
    const { openPostgresJournalReadOnly } = await import('@berth/ledger/journal/postgres-journal-reader.ts');
    return await openPostgresJournalReadOnly(this.#place, parts);
  }

  async openForWriting<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
    onUpgrade: (upgrade: Upgrade) => void = () => {},
  ): Promise<Journal<Change>> {
    const { openPostgresJournal } = await import('@berth/ledger/journal/postgres-journal.ts');
    // One that was killed while it wrote counts as there for the time of its lease.
    const options = { leaseMs: this.#leaseMs, lockWaitMs: this.#leaseMs + 1000, onUpgrade };
    return await openPostgresJournal(this.#place, parts, options);
  }

  async serve<World, Command, Change extends KindedChange>(
    composition: Composition<World, Command, Change>,
    around: Surroundings,
  ): Promise<OpenedCloud> {
    const { openInCluster } = await import('./open-in-cluster.ts');
    return await openInCluster(this.#place, composition, around);
  }

  get workPath(): string {
    return `./${this.#place.schema}.importing`;
  }

  mayExist(): boolean {
    return true;
  }
}
