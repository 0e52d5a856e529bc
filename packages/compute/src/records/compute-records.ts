import {
  firstKeyOf,
  integerAt,
  type JsonObject,
  Malformed,
  textAt,
} from '@berth/api-kit/json/json-reading.ts';
import { aboutNoun, type ComputeChange, setChange } from '@berth/compute-engine/changes.ts';
import type { Series } from '@berth/compute-engine/ids.ts';
import { type Noun, nouns } from '@berth/compute-engine/nouns.ts';
import { inOrderOfKeys } from '@berth/api-kit/json/in-order-of-keys.ts';
import { type ComputeRecord, describeRecord, ruleProblems } from './compute-record.ts';
import { ComputeRecordCheck } from './record-check.ts';
import { aggregateAllowances } from './aggregates-check.ts';
import { serverAllowances } from './servers-check.ts';

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
      yield { kind: noun, thing } as ComputeRecord; // The thing is of the noun.
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
    return JSON.stringify({ [keyOf(record.kind)]: id, ...(inOrderOfKeys(rest) as object) });
  },
  decode(line: JsonObject): ComputeRecord {
    const key = firstKeyOf(line);
    if (key === 'number_series') {
      // Whether there is such a series is a rule.
      return { kind: 'number-series', series: textAt(line, key) as Series, last: integerAt(line, 'last') };
    }
    const noun = nouns.find((each) => keyOf(each) === key);
    if (noun === undefined) throw new Malformed('it is nothing that compute has');
    if (Object.hasOwn(line, 'id')) throw new Malformed(`its id is what '${key}' says`);
    const { [key]: _, ...rest } = line;
    // Whether it is one is a rule.
    return { kind: noun, thing: { id: textAt(line, key), ...rest } } as unknown as ComputeRecord;
  },
  describe: describeRecord,
  isCatalog: () => false,
  isStandard: () => false,
  counted: nouns.map((noun) => `${keyOf(noun)}s`),
  countsOf: (record: ComputeRecord) =>
    record.kind === 'number-series' ? {} : { [`${keyOf(record.kind)}s`]: 1 },
  describeCounts: (counts: Readonly<Record<string, number>>) =>
    nouns
      .map((noun) => ({ noun, count: counts[`${keyOf(noun)}s`] ?? 0 }))
      .filter(({ count }) => count > 0)
      .map(({ noun, count }) => `${count} ${noun.replaceAll('-', ' ')}s`)
      .join(', '),
  allowances: [...serverAllowances, ...aggregateAllowances],
  ruleProblems,
  newCheck: () => new ComputeRecordCheck(),
};

function keyOf(noun: Noun): string {
  return noun.replaceAll('-', '_');
}
