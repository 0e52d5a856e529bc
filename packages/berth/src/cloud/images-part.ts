import type { ImagesChange } from '@berth/images/domain/changes.ts';
import { imagesFeed } from '@berth/images/feed/images-feed.ts';
import { imageRecords } from '@berth/images/records/image-records.ts';
import { imagesChecks } from '@berth/images/rows/images-checks.ts';
import { imagesProjection } from '@berth/images/rows/projection.ts';
import type { CloudPart } from './cloud-part.ts';

/** Images, as a ledger has them. */
export const imagesPart: CloudPart<ImagesChange> = {
  projection: imagesProjection,
  records: imageRecords,
  checks: imagesChecks,
  feed: imagesFeed,
};
