import type { Change, ChangeKind } from '@berth/engine/changes.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { changesOf } from './changes-of.ts';
import { migrations } from './migrations.ts';
import { rowsOf } from './rows-of.ts';
import { tables } from './tables.ts';

/** How the placement world is kept in a journal: the part of the ledger that is Placement's. */
export const placementProjection: Projection<Change> = {
  name: 'placement',
  kinds: {
    'provider-set': true,
    'provider-touched': true,
    'provider-removed': true,
    'inventories-set': true,
    'traits-set': true,
    'aggregates-set': true,
    'consumer-set': true,
    'consumer-removed': true,
    'trait-added': true,
    'trait-removed': true,
    'class-added': true,
    'class-removed': true,
    'class-renamed': true,
  } satisfies Record<ChangeKind, true>,
  schemaVersion: 2,
  migrations,
  tables,
  rowsOf,
  changesOf,
};
