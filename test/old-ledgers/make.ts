import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CloudChange } from '@berth/berth/cloud/stored-cloud.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { type Answers, answersOf } from './answers.ts';
import { identityChanges, prunedCount, writes } from './world.ts';

/**
 * Makes the files beside it with the program of another checkout, to be kept when its ledgers become old:
 * `node test/old-ledgers/make.ts CHECKOUT NAME`
 *
 * NAME.db.gz is a ledger in SQLite, NAME.sql.gz one in PostgreSQL, and NAME.json.gz what that program answers and exports from the
 * first one. The checkout is laid out as this one is; layout-2
 * is from before that, and was made with this file as it was then. Of placement-alone the checkout was the last one without compute.
 */
const [checkout = '', name = ''] = process.argv.slice(2);
if (name === '') {
  process.stderr.write('usage: node test/old-ledgers/make.ts CHECKOUT NAME\n');
  process.exit(2);
}

/** The code of that checkout. It is much like ours; in what it differs, its own says. */
const theirs = async <Module>(path: string) => (await import(join(checkout, 'packages', path))) as Module;
const { cloudInProcess } = await theirs<typeof import('@berth/berth/testing/cloud-in-process.ts')>(
  'berth/src/testing/cloud-in-process.ts',
);
const { fixedClock, steppingClock } = await theirs<typeof import('@berth/placement/testing/clocks.ts')>(
  'placement/src/testing/clocks.ts',
);
const { cloudProjections: parts } = await theirs<typeof import('@berth/berth/cloud/stored-cloud.ts')>(
  'berth/src/cloud/stored-cloud.ts',
);
const { openSqliteJournal } = await theirs<typeof import('@berth/ledger/journal/sqlite-journal.ts')>(
  'ledger/src/journal/sqlite-journal.ts',
);
const tables = parts.flatMap((part) => part.tables);

const directory = mkdtempSync(join(tmpdir(), 'berth-old-ledger-'));
try {
  const path = join(directory, 'ledger.db');
  const open = () => openSqliteJournal(path, parts);
  await fill(open());
  const exported = await exportOf(path);
  const answers = await readAll(open());
  keep('json', JSON.stringify({ answers, exported }));
  keep('db', readFileSync(path));
  keep('sql', await postgresDump());
} finally {
  rmSync(directory, { recursive: true });
}
process.exit(0); // Their PostgreSQL ends with the process.

async function fill(journal: Journal<CloudChange>): Promise<void> {
  const service = await cloudInProcess(journal, { now: steppingClock(1_750_000_000_000, 1000) });
  for (const [method, target, version, body] of writes) {
    const { status, text } = await service.request(method, target, { version, body });
    if (status >= 300) throw new Error(`${method} ${target}: ${status} ${text}`);
  }
  await journal.append(identityChanges, 1_755_000_000_000);
  await journal.prune(Number.MAX_SAFE_INTEGER, prunedCount);
  await service.close();
}

async function readAll(journal: Journal<CloudChange>): Promise<Answers> {
  const service = await cloudInProcess(journal, { now: fixedClock(1_760_000_000_000), clock: fixedClock(0) });
  const answers = await answersOf(service);
  await service.close();
  return answers;
}

async function exportOf(path: string): Promise<string> {
  const { dispatch } = await theirs<typeof import('@berth/berth/commands/dispatch.ts')>(
    'berth/src/commands/dispatch.ts',
  );
  const file = join(directory, 'export');
  const code = await dispatch(
    {
      args: ['export', file, '--ledger', path],
      environment: {},
      readText: () => '',
      print: () => {},
      complain: (text) => process.stderr.write(`${text}\n`),
      openCloud: () => Promise.reject(new Error('nothing is to be served')),
      stopSignal: () => new Promise(() => {}),
      logTarget: { write: () => {}, isTerminal: false },
    },
    '0.0.0',
  );
  if (code !== 0) throw new Error('it could not be exported');
  return readFileSync(file, 'utf8');
}

/** The tables as that program makes them, and the rows as they are, as SQL. */
async function postgresDump(): Promise<string> {
  const { postgresPlace } = await theirs<typeof import('@berth/ledger/testing/postgres-place.ts')>(
    'ledger/src/testing/postgres-place.ts',
  );
  const { openPostgresJournal } = await theirs<typeof import('@berth/ledger/journal/postgres-journal.ts')>(
    'ledger/src/journal/postgres-journal.ts',
  );
  const { createOwnTables, ownTables } = await theirs<
    typeof import('@berth/ledger/journal/postgres/own-tables.ts')
  >('ledger/src/journal/postgres/own-tables.ts');
  const sql = await theirs<typeof import('@berth/ledger/journal/postgres/sql.ts')>(
    'ledger/src/journal/postgres/sql.ts',
  );
  const { Session } = await theirs<typeof import('@berth/ledger/journal/postgres/session.ts')>(
    'ledger/src/journal/postgres/session.ts',
  );
  const place = await postgresPlace();
  await fill(await openPostgresJournal(place, parts));
  const session = await Session.open(place);
  const statements = [
    ...createOwnTables.filter((statement) => statement.startsWith('create')),
    ...tables.flatMap((table) => [sql.createTable(table), ...sql.createIndexes(table)]),
  ];
  for (const table of [...ownTables, ...tables.map((each) => each.name)]) {
    const rows = await session.ask(`select * from "${table}" order by 1, 2`);
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
    if (values.length > 0) statements.push(`insert into "${table}" values\n  ${values.join(',\n  ')}`);
  }
  await session.close();
  return `${statements.join(';\n\n')};\n`;
}

function literal(value: string | null): string {
  return value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;
}

function keep(ending: string, content: string | Buffer): void {
  writeFileSync(join(import.meta.dirname, `${name}.${ending}.gz`), gzipSync(content, { level: 9 }));
}
