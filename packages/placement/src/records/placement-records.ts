import { changesOfRecord } from './changes-of-record.ts';
import { decodeRecord } from './decode-record.ts';
import { encodeRecord } from './encode-record.ts';
import { describeRecord, type PlacementRecord } from './placement-record.ts';
import { allowances, RecordCheck } from './record-check.ts';
import { counted, countsOf, describeCounts } from './record-counts.ts';
import { ruleProblems } from './record-rules.ts';
import { recordsOf } from './records-of.ts';
import { isCatalog, isStandard } from './standard-records.ts';

/** What whoever moves and checks ledgers has to know of Placement's records. */
export const placementRecords = {
  /** Each kind with the first key of its lines. */
  kinds: {
    class: 'resource_class',
    trait: 'trait',
    provider: 'resource_provider',
    consumer: 'consumer',
  } satisfies Record<PlacementRecord['kind'], string>,
  recordsOf,
  changesOf: changesOfRecord,
  encode: encodeRecord,
  decode: decodeRecord,
  describe: describeRecord,
  isCatalog,
  isStandard,
  counted,
  countsOf,
  describeCounts,
  allowances,
  ruleProblems,
  newCheck: () => new RecordCheck(),
};
