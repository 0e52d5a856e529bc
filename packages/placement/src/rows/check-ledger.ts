import type { Change } from '@berth/engine/changes.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import { RecordCheck } from '../records/check-records.ts';
import { recordsOf } from '../records/records-of.ts';
import { CheckChanges } from './check-changes.ts';
import { checkRows, type LedgerCheck } from './check-rows.ts';
import { checkWorld } from './check-world.ts';
import { placementProjection } from './projection.ts';

/** All that can be found out about a ledger. */
export interface WholeCheck extends LedgerCheck {
  readonly lastNumber: number;
  /** What is unusual, but can come about without anything being wrong. */
  readonly remarks: readonly string[];
  /** What would mend some of the problems. */
  readonly repairs: readonly Change[];
}

export type OpenToCheck = <Thing extends KindedChange>(
  parts: readonly Projection<Thing>[],
) => Promise<JournalReader<Thing>>;

/**
 * Reads the ledger as plain rows, in which anything may be wrong; then, if nothing is, as the service does: usage is the sum of
 * allocations, everything obeys the rules of the API, the changes that are kept are one history, and the rows are what they have
 * made.
 */
export async function checkLedger(open: OpenToCheck): Promise<WholeCheck> {
  const rows = await open<RowsChecked>([
    {
      ...placementProjection,
      kinds: { 'rows-checked': true },
      rowsOf: () => [],
      changesOf: (read) => [{ kind: 'rows-checked', check: checkRows(read) }],
    },
  ]);
  const { lastNumber } = rows;
  const [{ check }] = [...(await rows.load())] as [RowsChecked]; // Just what changesOf gave.
  await rows.close();
  if (check.problems.length > 0) return { ...check, lastNumber, remarks: [], repairs: [] };

  const ledger = await open([placementProjection]);
  try {
    const sums = checkWorld(await ledger.load());
    const { problems, remarks } = checkRules(await ledger.load());
    const changes = await checkChanges(ledger);
    const history = (await ledger.problems()).map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}.`);
    return {
      counts: check.counts,
      lastNumber: ledger.lastNumber,
      problems: [...sums, ...problems, ...history, ...changes.problems],
      remarks,
      repairs: changes.repairs,
    };
  } finally {
    await ledger.close();
  }
}

/** What is read instead of the changes that make the state. */
interface RowsChecked {
  readonly kind: 'rows-checked';
  readonly check: LedgerCheck;
}

function checkRules(state: Iterable<Change>): Pick<WholeCheck, 'problems' | 'remarks'> {
  const check = new RecordCheck();
  const problems: string[] = [];
  const remarks: string[] = [];
  const note = ({ text, allowance }: { text: string; allowance: string | null }) =>
    (allowance === null ? problems : remarks).push(`${text[0]?.toUpperCase()}${text.slice(1)}.`);
  try {
    for (const record of recordsOf(state)) for (const problem of check.problemsOf(record)) note(problem);
    for (const problem of check.problemsOfAll()) note(problem);
  } catch (error) {
    // Where it cannot be gone through, the world could not be loaded, which is told already.
    if (!(error instanceof Error)) throw error;
    problems.push(`The rules cannot be checked. ${error.message}`);
  }
  return { problems, remarks };
}

async function checkChanges(ledger: JournalReader<Change>) {
  const check = new CheckChanges();
  for (let after = 0; ; ) {
    const changes = [...(await ledger.changesAfter(after, changesAtOnce))];
    for (const change of changes) check.note(change);
    if (changes.length < changesAtOnce) break;
    after = changes.at(-1)?.number ?? after;
  }
  return check.compare(await ledger.load());
}

const changesAtOnce = 1000;
