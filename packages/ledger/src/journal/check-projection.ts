import assert from 'node:assert/strict';
import type { KindedChange, Projection, Table } from './projection.ts';

/** A projection that contradicts itself is a programmer's mistake, found when a journal is opened with it. */
export function checkProjection<Change extends KindedChange>(projection: Projection<Change>): void {
  assert.match(projection.name, /^[a-z][a-z0-9-]*$/, `'${projection.name}' is not a name for a part`);
  const seen = new Set<string>();
  for (const table of projection.tables) {
    assert(!seen.has(table.name), `the table ${table.name} is stated twice`);
    seen.add(table.name);
    checkTable(table);
  }
  checkHistory(projection);
}

export function checkTable(table: Table): void {
  const columns = Object.keys(table.columns);
  for (const name of [table.name, ...columns]) {
    assert.match(name, /^[a-z][a-z0-9_]*$/, `'${name}' is not a name for a table or column`);
  }
  assert(
    table.name !== 'changes' && !table.name.startsWith('berth_') && !table.name.startsWith('sqlite_'),
    `the name ${table.name} belongs to the journal`,
  );
  assert(
    table.keyLength >= 1 && table.keyLength <= columns.length,
    `${table.name} needs a key made of its first columns`,
  );
  for (const column of columns.slice(0, table.keyLength)) {
    const type = table.columns[column];
    assert(
      type === 'text' || type === 'integer',
      `${table.name}.${column} is in the key and cannot be ${type}`,
    );
  }
  for (const index of table.indexes ?? []) {
    assert(index.length > 0, `${table.name} has an index over nothing`);
    for (const column of index) {
      assert(column in table.columns, `${table.name} has an index over ${column}, which it has not`);
    }
  }
}

function checkHistory<Change extends KindedChange>({ schemaVersion, migrations }: Projection<Change>): void {
  assert(
    Number.isSafeInteger(schemaVersion) && schemaVersion >= 1,
    `${schemaVersion} is not a schema version: they count from 1`,
  );
  const first = schemaVersion - migrations.length + 1;
  assert(first >= 2, 'there are more migrations than schema versions to come to');
  for (const [index, migration] of migrations.entries()) {
    assert.equal(migration.to, first + index, `the migration '${migration.describe}' is out of order`);
  }
}
