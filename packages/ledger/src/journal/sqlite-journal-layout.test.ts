import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { type TwoPartsChange, twoParts } from '../testing/journal-steps.ts';
import { putRow } from '../testing/rows-projection.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { version1, version3 } from '../testing/things-history.ts';
import { JournalOutdated } from './journal-errors.ts';
import { openSqliteJournal } from './sqlite-journal.ts';
import { openSqliteJournalReadOnly } from './sqlite-journal-reader.ts';

test('a ledger from before there were hashes gets them, from its newest change on', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, [countersProjection]);
  for (const name of ['a', 'b', 'c']) first.append([setCounter(name)], 1000);
  first.close();
  asBefore(path);
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalOutdated);

  const second = openSqliteJournal(path, [countersProjection]);
  assert.equal(second.lastNumber, 3);
  assert.deepEqual([second.hashAt(1), second.hashAt(2)], [null, null]);
  const hash = second.hashAt(3);
  assert.equal(hash?.length, 22);
  second.append([setCounter('d')], 1001);
  assert.deepEqual(second.problems(), []);
  assert.deepEqual([...worldOf(second.load()).keys()], ['a', 'b', 'c', 'd']);
  second.close();

  const third = openSqliteJournalReadOnly(path, [countersProjection]);
  assert.equal(third.hashAt(3), hash);
  assert.deepEqual(third.problems(), []);
  third.close();
});

test('so does one whose changes are all forgotten', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, [countersProjection]);
  first.append([setCounter('a')], 1000);
  first.prune(2000);
  first.close();
  asBefore(path);
  const second = openSqliteJournal(path, [countersProjection]);
  assert.equal(second.hashAt(1)?.length, 22);
  second.append([setCounter('b')], 3000);
  assert.deepEqual(second.problems(), []);
  second.close();
});

test('a ledger from before there were parts has one: the first of those it is opened with', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, [countersProjection]);
  first.append([setCounter('a')], 1000);
  const hash = first.hashAt(1);
  first.close();
  asSecondLayout(path);
  assert.throws(
    () => openSqliteJournalReadOnly(path, [countersProjection]),
    /layout version 2, this program reads version 3\. Starting the service upgrades it/,
  );

  const told: unknown[] = [];
  const second = openSqliteJournal<TwoPartsChange>(path, twoParts, {
    onUpgrade: ({ part, to, describe }) => told.push([part, to, describe]),
  });
  assert.deepEqual(told, [
    [null, 3, 'a ledger has parts'],
    ['rows', 1, 'the ledger gets a part: rows'],
  ]);
  assert.deepEqual([...second.load()], [setCounter('a')]);
  assert.equal(second.hashAt(1), hash);
  assert.deepEqual(second.problems(), []);
  second.close();
  openSqliteJournalReadOnly<TwoPartsChange>(path, twoParts).close();
  assert.deepEqual(schemaVersionIn(path), 3, 'which is too new for any program that looks at it');
  const other = join(temporaryDirectory(t), 'ledger.db');
  openSqliteJournal(other, [countersProjection]).close();
  assert.deepEqual(schemaVersionIn(other), 3);
});

function schemaVersionIn(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare(`select value from berth_schema where name = 'schema_version'`).get();
  database.close();
  return row?.['value'];
}

test('an upgrade from the oldest layout that fails leaves all as it was', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  openSqliteJournal(path, [countersProjection]).close();
  asBefore(path);
  const database = new DatabaseSync(path);
  database.exec('create table things (id integer)');
  database.close();
  const before = schemaOf(path);
  assert.throws(
    () => openSqliteJournal<TwoPartsChange>(path, twoParts),
    /Upgrading the part rows of .* \('the ledger gets a part: rows'\) failed and was undone: .*things.* already exists/,
  );
  assert.deepEqual(schemaOf(path), before);
});

test('a process that is killed in the middle of an upgrade leaves the ledger as it was', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, [version1]);
  first.append([putRow('things', { name: 'a', amount: 4 })], 1000);
  first.close();
  asSecondLayout(path);
  const before = schemaOf(path);
  const fileOf = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const program = `
    import { openSqliteJournal } from ${fileOf('sqlite-journal.ts')};
    import { rowsProjection } from ${fileOf('../testing/rows-projection.ts')};
    import { toVersion2, version2 } from ${fileOf('../testing/things-history.ts')};
    const row = () => process.kill(process.pid, 'SIGKILL');
    const [owners, things] = version2.tables;
    const operations = [{ do: 'rewrite-table', from: 'things', to: things, row }];
    const part = rowsProjection([owners, things], 3, [toVersion2, { to: 3, describe: 'not survived', operations }]);
    openSqliteJournal(${JSON.stringify(path)}, [part], { onUpgrade: ({ to }) => console.log(to) });`;
  const killed = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.deepEqual([killed.signal, killed.stdout], ['SIGKILL', '3\n2\n'], killed.stderr);
  assert.deepEqual(schemaOf(path), before);
  const second = openSqliteJournal(path, [version3]);
  assert.deepEqual(
    [...second.load()],
    [putRow('items', { owner: 1, name: 'A', amount: 2, unit: "piece's" })],
  );
  second.close();
});

function schemaOf(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare('select name, sql from sqlite_schema order by name').all();
  const facts = database.prepare('select * from berth_schema order by name').all();
  database.close();
  return [...tables, ...facts];
}

/** What the program made that knew no hashes. */
function asBefore(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    alter table changes drop column hash;
    drop table berth_history;
    ${withoutParts}
    update berth_schema set value = 1 where name = 'layout_version';
  `);
  database.close();
}

/** What the program made that knew no parts. */
function asSecondLayout(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`${withoutParts} update berth_schema set value = 2 where name = 'layout_version'`);
  database.close();
}

const withoutParts = `
  insert or replace into berth_schema select 'schema_version', version from berth_parts;
  drop table berth_parts;`;
