import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { toUnavailable } from '@berth/placement/http/to-unavailable.ts';
import type { ServedLedger } from '../cloud/composition.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import { ChangeCache } from './changes/change-cache.ts';
import type { MakeChangeFilter } from './changes/change-filter.ts';
import { ChangeViews } from './changes/change-views.ts';
import { EventReaders } from './changes/event-readers.ts';
import type { FeedPart } from './changes/feed-part.ts';
import { listChanges } from './changes/list-changes.ts';
import { getBackup } from './get-backup.ts';
import type { OwnApp } from './own-app.ts';
import { ownDialect } from './own-dialect.ts';

/** What is about the ledger and all its parts: below /berth/, and without microversions. */
export function createOwnService<World, Command, Change extends KindedChange>(
  { world, feed, makeBackup }: ServedLedger<World, Command, Change>,
  parts: readonly FeedPart[],
  filterOf: MakeChangeFilter<World>,
  { config, live, authenticate, now, onUnavailable, onFault }: Surroundings,
): Handle {
  const views = new ChangeViews(parts);
  const app: OwnApp = {
    feed,
    views,
    changes: new ChangeCache(feed, views),
    filter: filterOf(feed, world),
    readers: new EventReaders(config.maxEventReaders),
    makeBackup: makeBackup ?? null,
    authenticate,
    policy: live.policies.placement,
    now,
  };
  return createService({
    app,
    dialect: ownDialect,
    endpoints: [listChanges, getBackup],
    authenticate,
    policy: live.policies.placement,
    now,
    newRequestId,
    toHttpError: toUnavailable,
    onUnavailable,
    onFault,
  });
}
