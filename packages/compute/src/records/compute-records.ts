import {
  firstKeyOf,
  integerAt,
  type JsonObject,
  Malformed,
  textAt,
} from '@berth/api-kit/json/json-reading.ts';
import { type ComputeChange, aboutNoun, setChange } from '@berth/compute-engine/changes.ts';
import type { Series } from '@berth/compute-engine/ids.ts';
import { type Noun, type Nouns, nouns } from '@berth/compute-engine/nouns.ts';
import { thingProblems } from './thing-rules.ts';

/** One thing, or how far the numbers of a series have come. */
export type ComputeRecord =
  | { readonly kind: Noun; readonly thing: Nouns[Noun] }
  | { readonly kind: 'number-series'; readonly series: Series; readonly last: number };

/** What whoever moves and checks ledgers has to know of compute's records: each noun's lines begin with its name and have the thing as it is kept. */
export const computeRecords = {
  kinds: {
    'number-series': 'number_series',
    ...(Object.fromEntries(nouns.map((noun) => [noun, keyOf(noun)])) as Record<Noun, string>),
  },
  *recordsOf(state: Iterable<ComputeChange>): Generator<ComputeRecord> {
    for (const change of state) {
      if (change.kind === 'numbers-given') {
        yield { kind: 'number-series', series: change.series, last: change.last };
        continue;
      }
      const { noun, thing } = aboutNoun(change);
      if (thing === null) throw new Error(`a stored state is not made by ${change.kind}`);
      yield { kind: noun, thing };
    }
  },
  changesOf(record: ComputeRecord): readonly ComputeChange[] {
    if (record.kind !== 'number-series') return [setChange(record.kind, record.thing)];
    return [{ kind: 'numbers-given', series: record.series, last: record.last }];
  },
  encode(record: ComputeRecord): string {
    if (record.kind === 'number-series') {
      return JSON.stringify({ number_series: record.series, last: record.last });
    }
    const { id, ...rest } = record.thing;
    return JSON.stringify({ [keyOf(record.kind)]: id, ...rest });
  },
  decode(line: JsonObject): ComputeRecord {
    const key = firstKeyOf(line);
    if (key === 'number_series') {
      return { kind: 'number-series', series: textAt(line, key) as Series, last: integerAt(line, 'last') };
    }
    const noun = nouns.find((each) => keyOf(each) === key);
    if (noun === undefined) throw new Malformed('it is nothing that compute has');
    const { [key]: id, ...rest } = line;
    const thing = { id, ...rest } as unknown as Nouns[Noun]; // Whether it is one is a rule.
    const [problem] = thingProblems(noun, thing);
    if (problem !== undefined) throw new Malformed(problem);
    return { kind: noun, thing };
  },
  describe: (record: ComputeRecord): string =>
    record.kind === 'number-series' ? `numbers of ${record.series}` : `${record.kind} ${record.thing.id}`,
  isCatalog: () => false,
  isStandard: () => false,
  counted: nouns.map((noun) => `${keyOf(noun)}s`),
  countsOf: (record: ComputeRecord) =>
    record.kind === 'number-series' ? {} : { [`${keyOf(record.kind)}s`]: 1 },
  describeCounts: (counts: Readonly<Record<string, number>>) =>
    nouns.map((noun) => `${counts[`${keyOf(noun)}s`] ?? 0} ${noun.replaceAll('-', ' ')}s`).join(', '),
  allowances: [],
  ruleProblems: (record: ComputeRecord): Iterable<string> =>
    record.kind === 'number-series' ? [] : thingProblems(record.kind, record.thing),
  newCheck: () => new ComputeRecordCheck(),
};

function keyOf(noun: Noun): string {
  return noun.replaceAll('-', '_');
}

/** No thing is there twice. */
class ComputeRecordCheck {
  readonly #seen = new Set<string>();

  *problemsOf(record: ComputeRecord): Generator<{ readonly text: string; readonly allowance: null }> {
    for (const text of computeRecords.ruleProblems(record)) yield { text, allowance: null };
    const name = computeRecords.describe(record);
    if (this.#seen.has(name)) yield { text: `${name} is there twice`, allowance: null };
    this.#seen.add(name);
  }

  *problemsOfAll(): Generator<never> {}
}
