import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import { projectionsOf } from '../cloud/cloud-part.ts';
import type { StoredCloud } from '../cloud/composition.ts';
import { LedgerRecords } from '../moving/ledger-records.ts';
import type { RecordProblem } from '../moving/part-records.ts';
import { checkChanges } from './check-changes.ts';
import type { RowsCheck } from './part-checks.ts';

/** All that can be found out about a ledger. */
export interface LedgerCheck<Change> {
  readonly lastNumber: number;
  /** Each with the version of its tables and the number of rows in them. */
  readonly parts: readonly CheckedPart[];
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
  /** What is unusual, but can come about without anything being wrong. */
  readonly remarks: readonly string[];
  /** What would mend some of the problems. */
  readonly repairs: readonly Change[];
}

export interface CheckedPart {
  readonly name: string;
  readonly schemaVersion: number;
  readonly counts: RowsCheck['counts'];
}

export type OpenToCheck = <Change extends KindedChange>(
  parts: readonly Projection<Change>[],
) => Promise<JournalReader<Change>>;

/**
 * Reads the ledger as plain rows, in which anything may be wrong; then, if nothing is, as the services do: what is summed up is the
 * sum, everything obeys the rules of the APIs, the changes that are kept are one history, and the rows are what they have made.
 */
export async function checkLedger<World, Command, Change extends KindedChange>(
  cloud: StoredCloud<World, Command, Change>,
  open: OpenToCheck,
): Promise<LedgerCheck<Change>> {
  const { lastNumber, parts, problems: inRows } = await checkRows(cloud, open);
  if (inRows.length > 0) return { lastNumber, parts, problems: inRows, remarks: [], repairs: [] };

  const ledger = await open(projectionsOf(cloud.parts));
  try {
    const contradictions = loadAndCheck(cloud, await ledger.load());
    const { problems, remarks } = checkRules(cloud, await ledger.load());
    const changes = await checkChanges(cloud.parts, ledger);
    const history = (await ledger.problems()).map(sentence);
    return {
      lastNumber: ledger.lastNumber,
      parts,
      problems: [...contradictions, ...problems, ...history, ...changes.problems],
      // Records that contradict each other have been told above.
      remarks: remarks.filter((remark) => !contradictions.includes(remark)),
      repairs: changes.repairs,
    };
  } finally {
    await ledger.close();
  }
}

/** Each part by itself. */
async function checkRows<World, Command, Change extends KindedChange>(
  { parts }: StoredCloud<World, Command, Change>,
  open: OpenToCheck,
): Promise<Pick<LedgerCheck<Change>, 'lastNumber' | 'parts' | 'problems'>> {
  const rows = await open<CheckedRows>(
    parts.map(({ projection, checks: ofPart }) => ({
      ...projection,
      kinds: {},
      rowsOf: () => [],
      changesOf: (read) => [{ kind: 'checked-rows', ...ofPart.checkRows(read) }],
    })),
  );
  try {
    const checks = [...(await rows.load())];
    return {
      lastNumber: rows.lastNumber,
      // There is a check for each part, in their order.
      parts: parts.map(({ projection: { name, schemaVersion } }, index) => {
        return { name, schemaVersion, counts: checks[index]?.counts ?? {} };
      }),
      problems: checks.flatMap(({ problems }) => problems),
    };
  } finally {
    await rows.close();
  }
}

interface CheckedRows extends RowsCheck {
  readonly kind: 'checked-rows';
}

/** Loads the state of all parts, as the services do. */
function loadAndCheck<World, Command, Change extends KindedChange>(
  cloud: StoredCloud<World, Command, Change>,
  state: Iterable<Change>,
): readonly string[] {
  const world = cloud.newWorld();
  try {
    for (const change of state) cloud.domain.apply(world, change);
  } catch (error) {
    return [`The ledger cannot be loaded. ${error instanceof Error ? error.message : String(error)}`];
  }
  return cloud.contradictionsIn(world);
}

function checkRules<World, Command, Change extends KindedChange>(
  { parts }: StoredCloud<World, Command, Change>,
  state: Iterable<Change>,
): Pick<LedgerCheck<Change>, 'problems' | 'remarks'> {
  const records = new LedgerRecords(parts);
  const check = records.newCheck();
  const problems: string[] = [];
  const remarks: string[] = [];
  const note = ({ text, allowance }: RecordProblem) =>
    (allowance === null ? problems : remarks).push(sentence(text));
  try {
    for (const record of records.recordsOf(state))
      for (const problem of check.problemsOf(record)) note(problem);
    for (const problem of check.problemsOfAll()) note(problem);
  } catch (error) {
    // Where it cannot be gone through, the world could not be loaded, which is told already.
    if (!(error instanceof Error)) throw error;
    problems.push(`The rules cannot be checked. ${error.message}`);
  }
  return { problems, remarks };
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
