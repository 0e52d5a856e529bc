import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import type { PartChecks } from '../checking/part-checks.ts';
import type { FeedPart } from '../own-api/changes/feed-part.ts';
import type { PartRecords } from '../moving/part-records.ts';

/** A part of the cloud as its ledger has it: how it is kept, moved, checked and told of. */
export interface CloudPart<Change extends KindedChange> {
  readonly projection: Projection<Change>;
  readonly records: PartRecords<Change>;
  readonly checks: PartChecks<Change>;
  /** What its changes look like to those who follow them. */
  readonly feed: FeedPart<Change>;
}

/** What a ledger with these parts is opened with. */
export function projectionsOf<Change extends KindedChange>(
  parts: readonly CloudPart<Change>[],
): readonly Projection<Change>[] {
  return parts.map(({ projection }) => projection);
}
