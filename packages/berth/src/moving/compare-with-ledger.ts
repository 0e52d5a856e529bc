import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { LedgerRecord } from './part-records.ts';
import type { RecordSource } from './record-source.ts';

/** The ledger has something of its own, which an import would mix with what it brings. */
export class LedgerNotEmpty extends Error {
  /** What it holds, for people. */
  readonly held: string;
  constructor(ledger: string, held: string, than: string) {
    super(
      `${ledger} is not empty: it holds ${held}${than}. Import into a new one: another file, or another schema of ` +
        'the database (--ledger, --ledger-schema). Nothing was changed.',
    );
    this.name = 'LedgerNotEmpty';
    this.held = held;
  }
}

/** How much of a source a ledger has already. */
export interface AlreadyThere {
  /** Of the catalog, what it has just as the source has it, by their lines. */
  readonly catalog: ReadonlySet<string>;
  /** How many of the others, which come in order: it has the first so many. */
  readonly inOrder: number;
}

/**
 * Finds out whether a ledger holds only what is standard and what an earlier import of the same source, which did not come to its end,
 * has brought. An import brings the records in the order in which a ledger gives them, so what is there must be the first records of
 * the source, one by one, part after part, but for the catalog; anything else is a `LedgerNotEmpty`.
 */
export async function compareWithLedger<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  source: RecordSource,
  journal: JournalReader<Change>,
  ledgerName: string,
): Promise<AlreadyThere> {
  const held = records.recordsOf(await journal.load());
  const heldCatalog = new Map<string, LedgerRecord>();
  let next = held.next();
  for (; !next.done && records.isStandard(next.value); next = held.next()) {
    heldCatalog.set(records.encode(next.value), next.value);
  }
  // A ledger that holds nothing but what is standard need not be compared with a million records.
  if (next.done) return { catalog: new Set(), inOrder: 0 };

  const catalog = new Set<string>();
  const named = new Set<string>();
  let inOrder = 0;
  for await (const portion of source.read()) {
    for (const record of portion) {
      if (records.isCatalog(record)) {
        catalog.add(records.encode(record));
        named.add(records.describe(record));
        continue;
      }
      passCatalog();
      if (next.done) continue;
      if (records.encode(next.value) !== records.encode(record)) throw notEmpty(next.value);
      inOrder++;
      next = held.next();
    }
  }
  passCatalog();
  if (!next.done) throw notEmpty(next.value);
  for (const record of heldCatalog.values()) {
    if (!records.isStandard(record) && !named.has(records.describe(record))) throw notEmpty(record);
  }
  return { catalog: catalog.intersection(heldCatalog), inOrder };

  /** To the next that comes in order. */
  function passCatalog(): void {
    for (; !next.done && records.isCatalog(next.value); next = held.next()) {
      heldCatalog.set(records.encode(next.value), next.value);
    }
  }

  function notEmpty(record: LedgerRecord): LedgerNotEmpty {
    const than = `, which ${source.name} does not have, or not like this`;
    return new LedgerNotEmpty(ledgerName, records.describe(record), than);
  }
}

/** Throws a `LedgerNotEmpty` if there is anything but what is standard. */
export async function assertBare<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  journal: JournalReader<Change>,
  ledgerName: string,
): Promise<void> {
  for (const record of records.recordsOf(await journal.load())) {
    if (!records.isStandard(record)) throw new LedgerNotEmpty(ledgerName, records.describe(record), '');
  }
}
