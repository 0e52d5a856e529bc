import { type ComputeChange, aboutNoun, setChange } from '@berth/compute-engine/changes.ts';
import { type Noun, type Nouns, nouns, rowKeys } from '@berth/compute-engine/nouns.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import { thingProblems } from '../records/thing-rules.ts';
import { tableOf } from './projection.ts';

/** What is looked at when a ledger is checked, besides its records and the state that is made of it. */
export const computeChecks = {
  checkRows,
  newChangesCheck: () => new CheckChanges(),
};

interface RowsCheck {
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
}

/** Every row holds a thing of its noun, under the key that the thing is kept by. It takes nothing for granted, since it is asked when there is doubt. */
function checkRows(read: (table: string) => Iterable<Row>): RowsCheck {
  const counts: Record<string, number> = { number_series: [...read('number_series')].length };
  const problems: string[] = [];
  for (const noun of nouns) {
    const table = tableOf(noun);
    let count = 0;
    for (const { row_key: rowKey, thing: text } of read(table)) {
      count++;
      const problem = problemOf(noun, String(rowKey), String(text));
      if (problem !== null) problems.push(`The row ${rowKey} of ${table} ${problem}.`);
    }
    counts[table] = count;
  }
  return { counts, problems };
}

function problemOf(noun: Noun, rowKey: string, text: string): string | null {
  let thing: Nouns[Noun];
  try {
    thing = JSON.parse(text) as Nouns[Noun];
  } catch {
    return 'is no JSON';
  }
  const [first] = thingProblems(noun, thing);
  if (first !== undefined) return `is not as it should be: ${first}`;
  return rowKeys[noun](thing) === rowKey ? null : 'is not kept by its key';
}

/** What each thing was last said to be, as JSON; null: it was removed. */
class CheckChanges {
  readonly #said = new Map<
    string,
    { readonly number: number; readonly noun: Noun; readonly text: string | null }
  >();

  note({ number, change }: NumberedChange<ComputeChange>): void {
    if (change.kind === 'numbers-given') return;
    const { noun, id, thing } = aboutNoun(change);
    this.#said.set(`${noun} ${id}`, { number, noun, text: thing === null ? null : JSON.stringify(thing) });
  }

  compare(state: Iterable<ComputeChange>): {
    readonly problems: readonly string[];
    readonly repairs: readonly ComputeChange[];
  } {
    const rows = new Map<string, string>();
    for (const change of state) {
      if (change.kind === 'numbers-given') continue;
      const { noun, id, thing } = aboutNoun(change);
      rows.set(`${noun} ${id}`, JSON.stringify(thing));
    }
    const problems: string[] = [];
    const repairs: ComputeChange[] = [];
    for (const [name, { number, noun, text }] of this.#said) {
      if ((rows.get(name) ?? null) === text) continue;
      problems.push(`The row of ${name} is not what change ${number} has made it.`);
      if (text !== null) repairs.push(setChange(noun, JSON.parse(text) as Nouns[Noun]));
    }
    return { problems, repairs };
  }
}
