import type { NumberedChange } from '../journal/journal.ts';
import type { Row } from '../journal/projection.ts';
import type { DocumentPart } from './documents-projection.ts';
import { aboutNoun, type NounChange, type NounOf, type Things } from './noun-changes.ts';

/** What is wrong with whatever stands where a thing of the noun should: sentences. */
export type ThingProblems<Nouns extends Things<Nouns>> = (
  noun: NounOf<Nouns>,
  thing: unknown,
) => Iterable<string>;

/** What is looked at when a part of nouns is checked, besides its records and the state that is made of it. */
export function documentsChecks<Nouns extends Things<Nouns>>(
  { nouns, tableOf }: Pick<DocumentPart<Nouns>, 'nouns' | 'tableOf'>,
  problemsOf: ThingProblems<Nouns>,
) {
  return {
    checkRows: (read: (table: string) => Iterable<Row>): RowsCheck => {
      const counts: Record<string, number> = {};
      const problems: string[] = [];
      for (const noun of nouns) {
        const table = tableOf(noun);
        counts[table] = 0;
        for (const row of read(table)) {
          counts[table]++;
          const problem = problemOfRow(row, (thing) => problemsOf(noun, thing));
          if (problem !== null) problems.push(`The row ${row['row_key']} of ${table} ${problem}.`);
        }
      }
      return { counts, problems };
    },
    newChangesCheck: () => new DocumentChangesCheck<Nouns>(),
  };
}

interface RowsCheck {
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
}

/** A row holds a thing of its noun, under its id. It takes nothing for granted, since it is asked when there is doubt. */
function problemOfRow(row: Row, problemsOf: (thing: unknown) => Iterable<string>): string | null {
  let thing: unknown;
  try {
    thing = JSON.parse(String(row['thing']));
  } catch {
    return 'is no JSON';
  }
  const [first] = [...problemsOf(thing)];
  if (first !== undefined) return `is not as it should be: ${first}`;
  return (thing as { id: string }).id === row['row_key'] ? null : 'is not kept by its id';
}

/** What was last said about each thing. */
class DocumentChangesCheck<Nouns extends Things<Nouns>> {
  readonly #said = new Map<string, NumberedChange<NounChange<Nouns>>>();

  note(numbered: NumberedChange<NounChange<Nouns>>): void {
    this.#said.set(subjectOf(numbered.change), numbered);
  }

  compare(state: Iterable<NounChange<Nouns>>): {
    readonly problems: readonly string[];
    readonly repairs: readonly NounChange<Nouns>[];
  } {
    const rows = new Map<string, string>();
    for (const change of state) rows.set(subjectOf(change), textOf(change));
    const problems: string[] = [];
    const repairs: NounChange<Nouns>[] = [];
    for (const [subject, { number, change }] of this.#said) {
      if ((rows.get(subject) ?? 'null') === textOf(change)) continue;
      problems.push(`The row of ${subject} is not what change ${number} has made it.`);
      repairs.push(change);
    }
    return { problems, repairs };
  }
}

function subjectOf<Nouns extends Things<Nouns>>(change: NounChange<Nouns>): string {
  const { noun, id } = aboutNoun<Nouns>(change);
  return `${noun.replaceAll('-', ' ')} ${id}`;
}

/** What a change says that there is; null: nothing. */
function textOf<Nouns extends Things<Nouns>>(change: NounChange<Nouns>): string {
  return JSON.stringify(inOrderOfKeys(aboutNoun<Nouns>(change).thing));
}

/** The same data with the keys of all objects in one order, so that what is equal is equal as text. */
export function inOrderOfKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrderOfKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrderOfKeys(each)]));
}
