import type { Change } from '@berth/engine/changes.ts';
import { placementFeed } from '@berth/placement/feed/placement-feed.ts';
import { placementRecords } from '@berth/placement/records/placement-records.ts';
import { placementChecks } from '@berth/placement/rows/placement-checks.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import type { CloudPart } from './cloud-part.ts';

/** Placement, as a ledger has it. */
export const placementPart: CloudPart<Change> = {
  projection: placementProjection,
  records: placementRecords,
  checks: placementChecks,
  feed: placementFeed,
};
