import assert from 'node:assert/strict';
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

/** What those who follow the changes of these parts are shown. A kind without a line in its feed would stop all of them. */
export function feedsOf<Change extends KindedChange>(
  parts: readonly CloudPart<Change>[],
): readonly FeedPart[] {
  for (const { projection, feed } of parts) {
    for (const kind of Object.keys(projection.kinds)) {
      assert(Object.hasOwn(feed.kinds, kind), `the feed of ${projection.name} shows no ${kind}`);
    }
  }
  return parts.map(({ feed }) => feed);
}
