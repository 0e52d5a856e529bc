import type { IdentityChange } from '@berth/identity/domain/nouns.ts';
import { identityFeed } from '@berth/identity/feed/identity-feed.ts';
import { identityRecords } from '@berth/identity/records/identity-records.ts';
import { identityChecks } from '@berth/identity/rows/identity-checks.ts';
import { identityProjection } from '@berth/identity/rows/projection.ts';
import type { CloudPart } from './cloud-part.ts';

/** Identity, as a ledger has it: nothing where another one says who is asking. */
export const identityPart: CloudPart<IdentityChange> = {
  projection: identityProjection,
  records: identityRecords,
  checks: identityChecks,
  feed: identityFeed,
};
