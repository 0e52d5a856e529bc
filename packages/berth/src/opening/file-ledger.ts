import { existsSync } from 'node:fs';
import type { Journal, JournalReader } from '@berth/ledger/journal/journal.ts';
import type { Upgrade } from '@berth/ledger/journal/migration.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { openSqliteJournalReadOnly } from '@berth/ledger/journal/sqlite-journal-reader.ts';
import type { Composition } from '../cloud/composition.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { Ledger } from './ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';

/** A ledger in a SQLite file, or in memory. */
export class FileLedger implements Ledger {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async openReadOnly<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
  ): Promise<JournalReader<Change>> {
    return openSqliteJournalReadOnly(this.#path, parts);
  }

  async openForWriting<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
    onUpgrade?: (upgrade: Upgrade) => void,
  ): Promise<Journal<Change>> {
    return openSqliteJournal(this.#path, parts, onUpgrade === undefined ? {} : { onUpgrade });
  }

  async serve<World, Command, Change extends KindedChange>(
    composition: Composition<World, Command, Change>,
    around: Surroundings,
  ): Promise<OpenedCloud> {
    const { openAlone } = await import('./open-alone.ts');
    return await openAlone(this.#path, composition, around);
  }

  get workPath(): string {
    return `${this.#path}.importing`;
  }

  mayExist(): boolean {
    return existsSync(this.#path);
  }
}
