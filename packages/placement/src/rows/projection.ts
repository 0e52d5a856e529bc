import type { Change } from '@berth/engine/changes.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { changesOf } from './changes-of.ts';
import { rowsOf } from './rows-of.ts';
import { tables } from './tables.ts';

/** How the placement world is kept in a journal. */
export const placementProjection: Projection<Change> = {
  schemaVersion: 1,
  migrations: [],
  tables,
  rowsOf,
  changesOf,
};
