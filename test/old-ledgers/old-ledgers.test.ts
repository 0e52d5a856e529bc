import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import { Session } from '@berth/ledger/journal/postgres/session.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { fixedClock } from '@berth/placement/testing/clocks.ts';
import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { cloudInProcess } from '@berth/berth/testing/cloud-in-process.ts';
import { runBerth } from '../moving/run-berth.ts';
import { type Answers, answersOf } from './answers.ts';
import { idOf } from './world.ts';

/** Ledgers that an older program has written, and what it answered and exported from them: make.ts has made them. */
for (const { name, outdated } of [
  { name: 'layout-2', outdated: /layout version 2, .* Starting the service upgrades it/ },
  // Made before there was compute.
  {
    name: 'compute-1',
    outdated:
      /part compute of .* has schema version 1, this program reads version \d+\. Starting the service upgrades it/,
  },
  // Made before servers moved.
  {
    name: 'compute-2',
    outdated:
      /part compute of .* has schema version 2, this program reads version \d+\. Starting the service upgrades it/,
  },
  // Made when aggregates were kept together with their hosts.
  {
    name: 'compute-3',
    outdated:
      /part compute of .* has schema version 3, this program reads version \d+\. Starting the service upgrades it/,
  },
  // Made before there were limits.
  {
    name: 'identity-1',
    outdated:
      /part identity of .* has schema version 1, this program reads version \d+\. Starting the service upgrades it/,
  },
  { name: 'placement-alone', outdated: /does not have the part compute yet\. Starting the service adds it/ },
]) {
  test(`a ledger of ${name} in SQLite opens and answers as it did, byte by byte`, async (t) => {
    const path = join(temporaryDirectory(t), 'ledger.db');
    writeFileSync(path, stored(name, 'db'), { mode: 0o600 });
    const open = () => openSqliteJournal(path, cloudProjections, { lockWaitMs: 0 });
    await opensAndAnswers(t, {
      name,
      outdated,
      open,
      ledger: ['--ledger', path],
      comparable: (text) => text,
    });
  });

  test(`a ledger of ${name} in PostgreSQL opens and answers as it did`, async (t) => {
    if (!(await hasPostgres(t))) return;
    const place = await postgresPlace();
    const session = await Session.open(place);
    await session.ask(`create schema "${place.schema}"`);
    await session.ask(stored(name, 'sql').toString());
    await session.close();
    const open = () => openPostgresJournal(place, cloudProjections);
    const ledger = ['--ledger', place.url, '--ledger-schema', place.schema];
    // It was filled in the same way; but every ledger has a history of its own.
    const comparable = (text: string) => text.replace(/"history":"[^"]*"/, '"history":""');
    await opensAndAnswers(t, { name, outdated, open, ledger, comparable });
  });
}

interface OldLedger {
  readonly name: string;
  /** What is said of it before it is upgraded. */
  readonly outdated: RegExp;
  readonly open: () => Journal<CloudChange> | Promise<Journal<CloudChange>>;
  /** It, on a command line. */
  readonly ledger: readonly string[];
  /** What of an answer has to be as it was. */
  readonly comparable: (text: string) => string;
}

async function opensAndAnswers(
  t: TestContext,
  { name, outdated, open, ledger, comparable }: OldLedger,
): Promise<void> {
  const expected = JSON.parse(stored(name, 'json').toString()) as { answers: Answers; exported: string };
  const refused = await runBerth('status', ...ledger);
  assert.equal(refused.code, 1);
  assert.match(refused.complaints, outdated);

  const serve = async () => {
    const journal = await open();
    t.after(() => journal.close());
    return await cloudInProcess(journal, { now: fixedClock(1_760_000_000_000), clock: fixedClock(0) });
  };
  const service = await serve();
  const answers = await answersOf(service);
  await service.close();
  assert.deepEqual(Object.keys(answers), Object.keys(expected.answers));
  assert.ok(Object.values(answers).filter(({ status }) => status === 200).length > 300);
  for (const [asked, { status, headers, text }] of Object.entries(answers)) {
    const before = expected.answers[asked];
    assert.equal(comparable(text), comparable(before?.text ?? ''), asked);
    const { 'openstack-api-version': version, vary, ...others } = before?.headers ?? {};
    // What is about the whole ledger said at which version of Placement it was, which meant nothing.
    const known = asked.includes(' /berth/v1/changes')
      ? others
      : { ...others, 'openstack-api-version': version, vary };
    assert.deepEqual({ status, headers }, { status: before?.status, headers: known }, asked);
  }
  const file = join(temporaryDirectory(t), 'export');
  await succeeds('export', file, ...ledger);
  assert.equal(readFileSync(file, 'utf8'), expected.exported);
  assert.match(await succeeds('status', ...ledger), /^in order$/m);

  // It is written on, and what is written is there when it is opened again.
  const writing = await serve();
  const claim = {
    allocations: { [idOf('a1')]: { resources: { CUSTOM_NEW: 1, VCPU: 2 } } },
    project_id: 'p2',
    user_id: 'user',
    consumer_generation: null,
    consumer_type: 'INSTANCE',
  };
  const target = `/allocations/${idOf('f9')}`;
  const written = await writing.request('PUT', target, { version: '1.38', body: claim });
  assert.equal(written.status, 204, written.text);
  const removed = await writing.request('DELETE', `/allocations/${idOf('f2')}`, { version: '1.38' });
  assert.equal(removed.status, 204, removed.text);
  // It has all parts that there are by now.
  const flavor = { name: 'm1.small', id: 'small', ram: 2048, vcpus: 1, disk: 20 };
  const made = await writing.request('POST', '/compute/v2.1/flavors', { body: { flavor } });
  assert.equal(made.status, 200, made.text);
  const state = parsed(await answersOf(writing));
  await writing.close();
  const again = await serve();
  assert.deepEqual(parsed(await answersOf(again)), state);
  assert.deepEqual((await again.request('GET', target, { version: '1.38' })).json, {
    ...claim,
    allocations: { [idOf('a1')]: { generation: 7, resources: { CUSTOM_NEW: 1, VCPU: 2 } } },
    consumer_generation: 1,
  });
  assert.deepEqual((await again.request('GET', '/compute/v2.1/flavors/small')).json, made.json);
  await again.close();
  assert.match(await succeeds('status', ...ledger), /^in order$/m);
}

/** Without the order of members, in which usages are those that came first. */
function parsed(answers: Answers): unknown[] {
  return Object.values(answers).map(({ text, ...more }) => [more, text === '' ? null : JSON.parse(text)]);
}

async function succeeds(...args: readonly string[]): Promise<string> {
  const { code, printed, complaints } = await runBerth(...args);
  assert.equal(code, 0, complaints);
  return printed;
}

function stored(name: string, ending: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, `${name}.${ending}.gz`)));
}
