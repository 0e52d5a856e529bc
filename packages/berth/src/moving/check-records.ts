import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { RecordProblem } from './part-records.ts';
import type { RecordCounter } from './record-counter.ts';
import type { RecordSource } from './record-source.ts';

/** The records make no ledger. Says what is wrong with which of them, as far as it was looked. */
export class BadRecords extends Error {
  constructor(source: RecordSource, problems: readonly string[]) {
    super(`${source.name} cannot be imported: ${problems.join('; ')}`);
    this.name = 'BadRecords';
  }
}

export interface CheckOptions {
  /** See `PartRecords.allowances`. */
  readonly allowed?: ReadonlySet<string>;
  /** Told of everything that only an allowance lets in. */
  readonly onAllowed?: (what: string) => void;
  readonly onProgress?: (records: number) => void;
}

const problemsMax = 20;

/**
 * Goes through all records before anything is done with them: each obeys the rules of the API, nothing is there twice, refers to
 * what is not there, or holds more than there is. Gives the counts.
 */
export async function checkRecords<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  source: RecordSource,
  { allowed = new Set(), onAllowed = () => {}, onProgress = () => {} }: CheckOptions = {},
): Promise<RecordCounter> {
  const check = records.newCheck();
  const counter = records.newCounter();
  const problems: string[] = [];
  const note = (place: string, { text, allowance }: RecordProblem) => {
    if (allowance !== null && allowed.has(allowance)) onAllowed(text);
    else problems.push(`${place}${text}${allowance === null ? '' : ` (--allow ${allowance} lets it in)`}`);
    if (problems.length >= problemsMax) throw new BadRecords(source, problems);
  };
  for await (const portion of source.read()) {
    for (const record of portion) {
      counter.count(record);
      for (const problem of check.problemsOf(record)) note(`${source.placeOf(counter.records)}: `, problem);
    }
    onProgress(counter.records);
  }
  for (const problem of check.problemsOfAll()) note('', problem);
  if (problems.length > 0) throw new BadRecords(source, problems);
  return counter;
}

/** Whether each record by itself obeys the rules: for records that are not yet sure to belong together. */
export async function checkRules<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  source: RecordSource,
): Promise<void> {
  const problems: string[] = [];
  let position = 0;
  for await (const portion of source.read()) {
    for (const record of portion) {
      position++;
      for (const problem of records.ruleProblems(record))
        problems.push(`${source.placeOf(position)}: ${problem}`);
      if (problems.length >= problemsMax) throw new BadRecords(source, problems);
    }
  }
  if (problems.length > 0) throw new BadRecords(source, problems);
}
