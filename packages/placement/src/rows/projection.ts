import type { Change } from '@berth/engine/changes.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { changesOf } from './changes-of.ts';
import { migrations } from './migrations.ts';
import { rowsOf } from './rows-of.ts';
import { tables } from './tables.ts';

/** How the placement world is kept in a journal. */
export const placementProjection: Projection<Change> = {
  schemaVersion: 2,
  migrations,
  tables,
  rowsOf,
  changesOf,
};
