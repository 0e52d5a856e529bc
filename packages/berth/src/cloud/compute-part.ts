import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import { computeFeed } from '@berth/compute/feed/compute-feed.ts';
import { computeRecords } from '@berth/compute/records/compute-records.ts';
import { computeChecks } from '@berth/compute/rows/compute-checks.ts';
import { computeProjection } from '@berth/compute/rows/projection.ts';
import type { CloudPart } from './cloud-part.ts';

/** Compute, as a ledger has it. */
export const computePart: CloudPart<ComputeChange> = {
  projection: computeProjection,
  records: computeRecords,
  checks: computeChecks,
  feed: computeFeed,
};
