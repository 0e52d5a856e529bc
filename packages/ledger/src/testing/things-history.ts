import type { Migration } from '../journal/migration.ts';
import type { Projection, Table } from '../journal/projection.ts';
import { type RowsChange, rowsProjection } from './rows-projection.ts';

/**
 * A made-up history of a domain's tables, in three versions: things; things with a unit, and owners; and items
 * that belong to an owner.
 */
const things: Table = { name: 'things', columns: { name: 'text', amount: 'integer' }, keyLength: 1 };

const thingsWithUnit: Table = {
  name: 'things',
  columns: { name: 'text', amount: 'integer', unit: 'text', note: 'text?' },
  keyLength: 1,
};

const owners: Table = { name: 'owners', columns: { id: 'integer', name: 'text' }, keyLength: 1 };

const items: Table = {
  name: 'items',
  columns: { owner: 'integer', name: 'text', amount: 'real', unit: 'text' },
  keyLength: 2,
  indexes: [['unit']],
};

export const toVersion2: Migration = {
  to: 2,
  describe: 'things have a unit, and there are owners',
  operations: [
    { do: 'add-column', table: 'things', column: 'unit', type: 'text', fill: "piece's" },
    { do: 'add-column', table: 'things', column: 'note', type: 'text?', fill: null },
    { do: 'create-table', table: owners },
  ],
};

/** What has no amount is left out, and names are in capitals from now on. */
export const toVersion3: Migration = {
  to: 3,
  describe: 'things are items of an owner',
  operations: [
    {
      do: 'rewrite-table',
      from: 'things',
      to: items,
      row: ({ name, amount, unit }) =>
        amount === 0
          ? null
          : { owner: 1, name: String(name).toUpperCase(), amount: Number(amount) / 2, unit: unit ?? '' },
    },
    { do: 'drop-table', table: 'owners' },
    {
      do: 'rewrite-changes',
      kinds: ['rows-changed'],
      change: (change) => ({ kind: 'rows-changed', was: change }),
    },
  ],
};

export const version1: Projection<RowsChange> = rowsProjection([things]);
export const version2: Projection<RowsChange> = rowsProjection([owners, thingsWithUnit], 2, [toVersion2]);
export const version3: Projection<RowsChange> = rowsProjection([items], 3, [toVersion2, toVersion3]);
