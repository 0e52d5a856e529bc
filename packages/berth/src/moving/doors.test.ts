import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { given } from '@berth/engine/testing/given.ts';
import { id } from '@berth/engine/testing/names.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';
import { cloudInProcess } from '../testing/cloud-in-process.ts';

/** What no ledger may hold: how to put it there by hand, and what is said about it. */
const breaches: readonly (readonly [sql: string, said: RegExp])[] = [
  ['update inventories set step_size = 0', /0 is less than the minimum of 1/],
  ['update inventories set min_unit = -5', /-5 is less than the minimum of 1/],
  ['update inventories set total = 2147483648', /2147483648 is greater than the maximum of 2147483647/],
  ['update inventories set reserved = -1', /-1 is less than the minimum of 0/],
  ['update inventories set allocation_ratio = 1e300', /1e\+?300 is greater than the maximum/],
  ['update inventories set allocation_ratio = -1e300', /-1e\+?300 is less than the minimum/],
  ['update inventories set created_at = 9e15', /9000000000000000 is no time/],
  ['update providers set generation = -1', /-1 is less than the minimum of 0/],
  [`update providers set name = printf('%.*c', 1000000, 'n')`, /n… \(\d+ characters\) …n/],
  [
    `update providers set id = 'cn1'; update inventories set provider_id = 'cn1'; update allocations set provider_id = 'cn1'`,
    /'cn1' is not a 'uuid'/,
  ],
  [
    `update providers set id = upper(id); update inventories set provider_id = upper(provider_id); update allocations set provider_id = upper(provider_id)`,
    /its uuid is not written as/,
  ],
  [`update consumers set id = 'x'; update allocations set consumer_id = 'x'`, /'x' does not match/],
  ['update consumers set generation = -1', /-1 is less than the minimum of 0/],
  [`update consumers set project_id = ''`, /'' is too short/],
  [`update consumers set user_id = printf('%.*c', 256, 'u')`, /is too long/],
  [`update consumers set type = 'odd type'`, /'odd type' does not match/],
  ['update allocations set amount = 0', /0 is less than the minimum of 1|is of 0/],
  [`insert into traits values ('CUSTOM_lower', 1)`, /'CUSTOM_lower' does not match/],
  [`insert into traits values ('CUSTOM_X' || char(10), 1)`, /ends with a line feed/],
  [`insert into traits values (printf('CUSTOM_%.*c', 300, 'X'), 1)`, /is too long/],
  [`insert into resource_classes values ('custom', 10007, 1, null)`, /'custom' does not match/],
  [`insert into provider_aggregates values ('${id('cn1')}', 'rack')`, /'rack' is not a 'uuid'/],
];

/** What a ledger may come to hold, but nobody may bring along unasked. */
const oddities: readonly (readonly [sql: string, allowance: string, said: RegExp])[] = [
  ['update allocations set amount = 9', 'over-allocation', /9 VCPU of provider \S+ are held, and it has 8/],
  ['update inventories set step_size = 2', 'odd-amounts', /holds 3 VCPU .* which gives it out otherwise/],
  ['update inventories set allocation_ratio = -1', 'negative-capacity', /has less than nothing to give/],
];

for (const [sql, said] of breaches) {
  test(`status tells, and no import takes: ${sql}`, async (t) => {
    const directory = temporaryDirectory(t);
    const path = await ledgerWith(join(directory, 'broken.db'), sql);
    const status = await runCommand(['status', '--ledger', path]);
    assert.equal(status.code, 1);
    assert.match(status.said, said);
    assert.ok(status.said.length < 5_000, `${status.said.length} characters`);

    const file = await exportTo(join(directory, 'export'), path);
    if (file === null) return;
    const target = join(directory, 'target.db');
    const imported = await runCommand(['import', file, '--ledger', target]);
    assert.equal(imported.code, 1, imported.said);
    assert.match(imported.said, said);
    assert.ok(!existsSync(target), 'nothing was made');
    for (const allowance of ['over-allocation,odd-amounts,negative-capacity']) {
      assert.equal((await runCommand(['import', file, '--allow', allowance, '--ledger', target])).code, 1);
    }
  });
}

for (const [sql, allowance, said] of oddities) {
  test(`status remarks, and an import takes only with --allow ${allowance}: ${sql}`, async (t) => {
    const directory = temporaryDirectory(t);
    const path = await ledgerWith(join(directory, 'odd.db'), sql);
    const status = await runCommand(['status', '--ledger', path]);
    assert.match(status.said, said);
    // The changes that made the world say something else.
    assert.match(status.said, /are not what change \d+ has made them/);

    const file = (await exportTo(join(directory, 'export'), path)) ?? '';
    const target = join(directory, 'target.db');
    const refused = await runCommand(['import', file, '--ledger', target]);
    assert.equal(refused.code, 1);
    assert.match(refused.said, said);
    assert.match(refused.said, new RegExp(`--allow ${allowance} lets it in`));
    assert.ok(!existsSync(target));

    const all = 'over-allocation,odd-amounts,negative-capacity';
    const taken = await runCommand(['import', file, '--allow', all, '--ledger', target]);
    assert.equal(taken.code, 0, taken.said);
    assert.match(taken.said, said);
    const after = await runCommand(['status', '--ledger', target]);
    assert.equal(after.code, 0, after.said);
    assert.match(after.said, said);
  });
}

test('another Placement is not believed either, and told of before it is read again', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = openSqliteJournal(
    await ledgerWith(join(directory, 'source.db'), 'update inventories set step_size = 0'),
    cloudProjections,
  );
  const service = await cloudInProcess(journal);
  t.after(() => service.close());
  const asked: string[] = [];
  const url = await serverOf(t, async (path, response) => {
    asked.push(path);
    const { status, headers, text } = await service.request('GET', path, { version: '1.39' });
    response.writeHead(status, headers).end(text);
  });
  const target = join(directory, 'target.db');
  const { code, said } = await runCommand(['import', '--from', url, '--token', 'admin', '--ledger', target]);
  assert.equal(code, 1);
  assert.match(said, /0 is less than the minimum of 1/);
  assert.equal(asked.filter((path) => path === '/resource_providers').length, 1);
});

test('an answer without an end is not taken', async (t) => {
  const directory = temporaryDirectory(t);
  let sentBytes = 0;
  const url = await serverOf(t, async (path, response) => {
    if (path === '/') {
      response.end(JSON.stringify({ versions: [{ max_version: '1.39' }] }));
      return;
    }
    const chunk = Buffer.alloc(1 << 20, ' ');
    response.write('{"resource_classes": [');
    const send = () => {
      while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      sentBytes += chunk.length;
    };
    response.on('drain', send);
    send();
  });
  const before = process.memoryUsage().rss;
  const { code, said } = await runCommand([
    'import',
    '--from',
    url,
    '--token',
    'admin',
    '--max-answers',
    '16MiB',
    '--ledger',
    join(directory, 'target.db'),
  ]);
  assert.equal(code, 1);
  assert.match(said, /the answer is longer than 16777216 bytes/);
  assert.ok(sentBytes < 64 << 20, `${sentBytes} bytes were sent`);
  assert.ok(process.memoryUsage().rss - before < 300 << 20);
});

test('a line of an export without an end is not taken', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  const header = JSON.stringify({ format: 'berth-ledger', version: 1, written_by: 'test' });
  writeFileSync(path, `${header}\n${' '.repeat(40 << 20)}`);
  const { code, said } = await runCommand(['import', path, '--ledger', `${path}.db`]);
  assert.equal(code, 1);
  assert.match(said, /line 2: the line is longer than 33554432 bytes/);
});

/** cn1 with 8 VCPU, of which 3 are held; then something is done to it by hand. */
async function ledgerWith(path: string, sql: string): Promise<string> {
  const journal = openSqliteJournal(path, cloudProjections);
  journal.append([...changesThatMake(given('cn1  VCPU:8(used=3)'))], 1);
  journal.close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

/** Null for what cannot be written. */
async function exportTo(file: string, ledger: string): Promise<string | null> {
  return (await runCommand(['export', file, '--ledger', ledger])).code === 0 ? file : null;
}

async function serverOf(
  t: TestContext,
  answer: (path: string, response: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => void answer(request.url ?? '/', response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
