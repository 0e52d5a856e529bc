import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { fillLedger } from './filled-ledger.ts';
import { hosts } from './hosts.ts';
import { runBerth } from './run-berth.ts';

async function succeeds(...args: readonly string[]): Promise<string> {
  const { code, printed, complaints } = await runBerth(...args);
  assert.equal(code, 0, complaints);
  return printed;
}

test('a ledger in a file is the same after export and import, and gives the same export', async (t) => {
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('a.db'), hosts(40));
  await succeeds('export', at('a.export'), '--ledger', at('a.db'));
  assert.match(
    await succeeds('import', '--ledger', at('b.db'), at('a.export')),
    /b\.db: 121 providers, \d+ consumers with \d+ allocations, as in .*a\.export\n$/,
  );
  await succeeds('export', at('b.export'), '--ledger', at('b.db'));
  assert.equal(readFileSync(at('b.export'), 'utf8'), readFileSync(at('a.export'), 'utf8'));
  await succeeds('status', '--ledger', at('b.db'));
});

test('from SQLite to PostgreSQL, to another PostgreSQL and back: every export is the same', async (t) => {
  if (!(await hasPostgres(t))) return;
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('a.db'), hosts(40));
  const places = [await postgresPlace(), await postgresPlace()];
  const ledgers = [
    ['--ledger', at('a.db')],
    ...places.map(({ url, schema }) => ['--ledger', url, '--ledger-schema', schema]),
    ['--ledger', at('b.db')],
  ];
  let before: string | null = null;
  for (const [index, ledger] of ledgers.entries()) {
    const file = at(`${index}.export`);
    if (index > 0) await succeeds('import', at(`${index - 1}.export`), ...ledger);
    await succeeds('export', file, ...ledger);
    const text = readFileSync(file, 'utf8');
    before ??= text;
    assert.equal(text, before);
    await succeeds('status', ...ledger);
  }
});

test('a ledger in PostgreSQL can be exported while somebody has it open, but not imported into', async (t) => {
  if (!(await hasPostgres(t))) return;
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('a.db'), hosts(5));
  await succeeds('export', at('a.export'), '--ledger', at('a.db'));
  const place = await postgresPlace();
  const ledger = ['--ledger', place.url, '--ledger-schema', place.schema];
  await succeeds('import', at('a.export'), ...ledger);
  const journal = await openPostgresJournal(place, cloudProjections);
  try {
    await succeeds('export', at('b.export'), ...ledger);
    assert.equal(readFileSync(at('b.export'), 'utf8'), readFileSync(at('a.export'), 'utf8'));
    const { code, complaints } = await runBerth('import', at('a.export'), ...ledger, '--lease', '200ms');
    assert.equal(code, 1);
    assert.match(complaints, /is in use by process \d+/);
  } finally {
    await journal.close();
  }
});

test('from a running Berth into PostgreSQL comes what comes into a file', async (t) => {
  if (!(await hasPostgres(t))) return;
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('source.db'), hosts(10));
  const source = await startBerth({ ledger: at('source.db') });
  try {
    const { url, schema } = await postgresPlace();
    const exports: string[] = [];
    for (const ledger of [
      ['--ledger', at('a.db')],
      ['--ledger', url, '--ledger-schema', schema],
    ]) {
      const from = ['--from', source.url, '--token', 'admin', '--work-file', at('work')];
      await succeeds('import', ...from, ...ledger);
      await succeeds('export', at('export'), ...ledger);
      // Standard traits have the time at which the import began.
      exports.push(readFileSync(at('export'), 'utf8').replaceAll(/^\{"(trait|end)".*$/gm, ''));
    }
    assert.equal(exports[1], exports[0]);
  } finally {
    await source.stop();
  }
});

test('a file that is damaged leaves no ledger behind, and one that is there as it was', async (t) => {
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('a.db'), hosts(4));
  await succeeds('export', at('a.export'), '--ledger', at('a.db'));
  writeFileSync(at('bad'), readFileSync(at('a.export'), 'utf8').replace('"total":16', '"total":17'));
  const { code, complaints } = await runBerth('import', at('bad'), '--ledger', at('new.db'));
  assert.equal(code, 1);
  assert.match(complaints, /^berth: .*bad, line \d+: the file is damaged: its SHA-256 is /);
  assert.ok(!existsSync(at('new.db')));

  fillLedger(at('other.db'), hosts(3));
  const refused = await runBerth('import', at('a.export'), '--ledger', at('other.db'));
  assert.equal(refused.code, 1);
  assert.match(refused.complaints, /^berth: .*other\.db is not empty: it holds /);
  assert.match(refused.complaints, /Nothing was changed\.\n$/);
});

test('wrong usage is told, and nothing is done', async () => {
  for (const [args, problem] of [
    [['import'], 'berth: import needs a FILE, or --from URL'],
    [['import', 'a', 'b'], "berth: 'b': not expected here"],
    [['import', 'a', '--from', 'http://x'], 'berth: import takes either a FILE or --from URL, not both'],
    [['import', 'a', '--token', 't'], 'berth: --token: goes with --from only'],
    [
      ['import', '--from', 'x'],
      'berth: --from: must be an http or https URL, without user, password or query',
    ],
    [
      ['import', '--from', 'http://x', '--concurrency', '0'],
      "berth: --concurrency: must be a whole number from 1 to 256, not '0'",
    ],
    [['export', 'a', 'b'], "berth: 'b': not expected here"],
    [['export', '--form', 'x'], 'berth: --form: there is no such option'],
  ] as const) {
    const { code, complaints } = await runBerth(...args);
    assert.equal(code, 2, complaints);
    assert.ok(complaints.startsWith(`${problem}\n`) || complaints.startsWith(`${problem} (`), complaints);
  }
});

test('a file or a ledger that is not there is told', async (t) => {
  const directory = temporaryDirectory(t);
  const none = join(directory, 'none');
  assert.match(
    (await runBerth('import', none, '--ledger', join(directory, 'l'))).complaints,
    /^berth: ENOENT/,
  );
  assert.match((await runBerth('export', '--ledger', none)).complaints, /^berth: .*none/);
  assert.ok(!existsSync(join(directory, 'l')));
});
