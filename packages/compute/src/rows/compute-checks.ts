import { aboutNoun, type ComputeChange } from '@berth/compute-engine/changes.ts';
import { type Noun, type Nouns, nouns, rowKeyOf } from '@berth/compute-engine/nouns.ts';
import type { Series } from '@berth/compute-engine/ids.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import { ruleProblems } from '../records/compute-record.ts';
import { inOrderOfKeys } from '@berth/api-kit/json/in-order-of-keys.ts';
import { thingProblems } from '../records/thing-rules.ts';
import { tableOf } from './projection.ts';

/** What is looked at when a ledger is checked, besides its records and the state that is made of it. */
export const computeChecks = {
  checkRows,
  newChangesCheck: () => new ComputeChangesCheck(),
};

interface RowsCheck {
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
}

/** Every row holds a thing of its noun, under the key that the thing is kept by. It takes nothing for granted, since it is asked when there is doubt. */
function checkRows(read: (table: string) => Iterable<Row>): RowsCheck {
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  const check = (table: string, problemOf: (row: Row) => string | null) => {
    let count = 0;
    for (const row of read(table)) {
      count++;
      const problem = problemOf(row);
      if (problem !== null) problems.push(`The row ${Object.values(row)[0]} of ${table} ${problem}.`);
    }
    counts[table] = count;
  };
  check('number_series', ({ series, last }) => {
    const record = { kind: 'number-series', series: series as Series, last: last as number } as const;
    return asItShould([...ruleProblems(record)]);
  });
  for (const noun of nouns) {
    check(tableOf(noun), (row) => problemOfThing(noun, String(row['row_key']), String(row['thing'])));
  }
  return { counts, problems };
}

function problemOfThing(noun: Noun, rowKey: string, text: string): string | null {
  let thing: Nouns[Noun];
  try {
    thing = JSON.parse(text) as Nouns[Noun];
  } catch {
    return 'is no JSON';
  }
  const problem = asItShould([...thingProblems(noun, thing)]);
  if (problem !== null) return problem;
  return rowKeyOf(noun, thing) === rowKey ? null : 'is not kept by its key';
}

function asItShould([first]: readonly string[]): string | null {
  return first === undefined ? null : `is not as it should be: ${first}`;
}

/** What was last said about each thing, and about each series. */
class ComputeChangesCheck {
  readonly #said = new Map<string, NumberedChange<ComputeChange>>();

  note(numbered: NumberedChange<ComputeChange>): void {
    this.#said.set(subjectOf(numbered.change), numbered);
  }

  compare(state: Iterable<ComputeChange>): {
    readonly problems: readonly string[];
    readonly repairs: readonly ComputeChange[];
  } {
    const rows = new Map<string, string>();
    for (const change of state) rows.set(subjectOf(change), textOf(change));
    const problems: string[] = [];
    const repairs: ComputeChange[] = [];
    for (const [subject, { number, change }] of this.#said) {
      if ((rows.get(subject) ?? gone) === textOf(change)) continue;
      problems.push(`The row of ${subject} is not what change ${number} has made it.`);
      repairs.push(change);
    }
    return { problems, repairs };
  }
}

function subjectOf(change: ComputeChange): string {
  if (change.kind === 'numbers-given') return `the numbers of ${change.series}`;
  const { noun, id } = aboutNoun(change);
  return `${noun.replaceAll('-', ' ')} ${id}`;
}

const gone = 'null';

/** What a change says that there is. */
function textOf(change: ComputeChange): string {
  if (change.kind === 'numbers-given') return String(change.last);
  return JSON.stringify(inOrderOfKeys(aboutNoun(change).thing)); // Null: nothing.
}
