import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import { encodeRecord } from '@berth/placement/records/encode-record.ts';
import { describeRecord, type LedgerRecord } from '@berth/placement/records/ledger-record.ts';
import type { RecordSource } from '@berth/placement/records/record-source.ts';
import { recordsOf } from '@berth/placement/records/records-of.ts';

/** The ledger has something of its own, which an import would mix with what it brings. */
export class LedgerNotEmpty extends Error {
  readonly held: LedgerRecord;
  constructor(ledger: string, held: LedgerRecord, than: string) {
    super(
      `${ledger} is not empty: it holds ${describeRecord(held)}${than}. Import into a new one: another file, or another schema of ` +
        'the database (--ledger, --ledger-schema). Nothing was changed.',
    );
    this.name = 'LedgerNotEmpty';
    this.held = held;
  }
}

/** How much of a source a ledger has already. */
export interface AlreadyThere {
  /** The classes and traits that it has just as the source has them, by their lines. */
  readonly catalog: ReadonlySet<string>;
  readonly providers: number;
  readonly consumers: number;
}

/**
 * Finds out whether a ledger holds only standard classes and traits and what an earlier import of the same source, which did not
 * come to its end, has brought. An import brings the records in the order in which a ledger gives them, so what is there must be
 * the first providers and the first consumers of the source, one by one; anything else is a `LedgerNotEmpty`.
 */
export async function compareWithLedger(
  source: RecordSource,
  journal: JournalReader<Change>,
  ledgerName: string,
): Promise<AlreadyThere> {
  const held = recordsOf(await journal.load())[Symbol.iterator]();
  const heldCatalog = new Map<string, LedgerRecord>();
  let next = held.next();
  for (; !next.done && isCatalog(next.value); next = held.next()) {
    heldCatalog.set(encodeRecord(next.value), next.value);
  }
  const catalog = new Set<string>();
  const named = new Set<string>();
  let [providers, consumers] = [0, 0];
  // A ledger that holds nothing but standard names need not be compared with a million records.
  const isBare = next.done && [...heldCatalog.values()].every(isStandard);
  if (isBare) return { catalog, providers, consumers };

  for await (const records of source.read()) {
    for (const record of records) {
      if (isCatalog(record)) {
        const line = encodeRecord(record);
        named.add(describeRecord(record));
        if (heldCatalog.has(line)) catalog.add(line);
        continue;
      }
      if (next.done) continue;
      if (encodeRecord(next.value) !== encodeRecord(record)) throw notEmpty(next.value);
      if (record.kind === 'provider') providers++;
      else consumers++;
      next = held.next();
    }
  }
  if (!next.done) throw notEmpty(next.value);
  for (const record of heldCatalog.values()) {
    if (!isStandard(record) && !named.has(describeRecord(record))) throw notEmpty(record);
  }
  return { catalog, providers, consumers };

  function notEmpty(record: LedgerRecord): LedgerNotEmpty {
    return new LedgerNotEmpty(ledgerName, record, `, which ${source.name} does not have, or not like this`);
  }
}

/** Throws a `LedgerNotEmpty` if there is anything but standard classes and traits. */
export async function assertBare(journal: JournalReader<Change>, ledgerName: string): Promise<void> {
  for (const record of recordsOf(await journal.load())) {
    if (!isStandard(record)) throw new LedgerNotEmpty(ledgerName, record, '');
  }
}

function isCatalog(record: LedgerRecord): boolean {
  return record.kind === 'class' || record.kind === 'trait';
}

function isStandard(record: LedgerRecord): boolean {
  if (record.kind === 'class') return standardNames.has(record.resourceClass.name);
  return record.kind === 'trait' && standardNames.has(record.trait.name);
}

const standardNames: ReadonlySet<string> = new Set([...standardClasses, ...standardTraits]);
