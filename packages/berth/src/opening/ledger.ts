import type { Journal, JournalReader } from '@berth/ledger/journal/journal.ts';
import type { Upgrade } from '@berth/ledger/journal/migration.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import type { Composition } from '../cloud/composition.ts';
import type { Config } from '../config/settings.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import { DatabaseLedger } from './database-ledger.ts';
import { FileLedger } from './file-ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';

/** A ledger at its place. Whoever opens one does not ask of which kind it is: that does `ledgerOf`. */
export interface Ledger {
  /** For reading, as it is at one moment: a file that nobody serves just now, or a database whoever serves it. */
  openReadOnly<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
  ): Promise<JournalReader<Change>>;
  /** For writing; nobody else has it meanwhile. Tells of every step by which an older one is upgraded. */
  openForWriting<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
    onUpgrade?: (upgrade: Upgrade) => void,
  ): Promise<Journal<Change>>;
  /** For serving: on a file for itself, on PostgreSQL as one of several. */
  serve<World, Command, Change extends KindedChange>(
    composition: Composition<World, Command, Change>,
    around: Surroundings,
  ): Promise<OpenedCloud>;
  /** Where what is to come into it can be kept meanwhile. */
  readonly workPath: string;
  /** Whether there may be something in it. */
  mayExist(): boolean;
}

export function ledgerOf(config: Pick<Config, 'ledgerPath' | 'ledgerSchema' | 'leaseMs'>): Ledger {
  const { ledgerPath, ledgerSchema, leaseMs } = config;
  if (!ledgerPath.isPostgres) return new FileLedger(ledgerPath.path);
  return new DatabaseLedger({ url: ledgerPath.url, schema: ledgerSchema }, leaseMs);
}
