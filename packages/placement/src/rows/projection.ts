import { type Change, changeKinds } from '@berth/engine/changes.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { changesOf } from './changes-of.ts';
import { migrations } from './migrations.ts';
import { rowsOf } from './rows-of.ts';
import { tables } from './tables.ts';

/** How the placement world is kept in a journal: the part of the ledger that is Placement's. */
export const placementProjection: Projection<Change> = {
  name: 'placement',
  kinds: changeKinds,
  schemaVersion: 2,
  migrations,
  tables,
  rowsOf,
  changesOf,
};
