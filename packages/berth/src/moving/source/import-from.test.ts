import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { given } from '@berth/engine/testing/given.ts';
import { id } from '@berth/engine/testing/names.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { type InProcess, inProcess } from '@berth/placement/testing/in-process.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { storedCloud, cloudProjections } from '../../cloud/stored-cloud.ts';
import { loadConfig } from '../../config/load-config.ts';
import { LedgerRecords } from '../ledger-records.ts';
import { Progress } from '../progress.ts';
import { exported } from '../testing/exported.ts';
import { importFrom } from './import-from.ts';

/** What happens before a request is answered. */
type Before = (service: InProcess, path: string) => Promise<void>;

/** A Placement over HTTP with two hosts in it. */
async function serve(t: TestContext, before: Before = async () => {}): Promise<string> {
  const journal = new MemoryJournal([placementProjection]);
  journal.append([...changesThatMake(given('cn1  VCPU:8(used=2)\ncn2  VCPU:8(used=1)'))], 1);
  const service = await inProcess(journal);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '/', headers } = request;
    await before(service, path);
    const version = String(headers['openstack-api-version']).replace('placement ', '');
    const token = headers['x-auth-token'];
    const {
      status,
      headers: answered,
      text,
    } = await service.request('GET', path, {
      version,
      headers: { 'x-auth-token': typeof token === 'string' ? token : null },
    });
    response.writeHead(status, answered).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(url: string, ledger: string, options: Partial<Parameters<typeof importFrom>[0]> = {}) {
  const said: string[] = [];
  const { config } = loadConfig({ args: ['--ledger', ledger], environment: {}, readText: () => '' });
  const code = await importFrom({
    url,
    token: 'admin',
    concurrency: 2,
    roundsMax: 2,
    isDespiteChanges: false,
    allowed: new Set(),
    answersMaxBytes: 1 << 24,
    workFile: null,
    config,
    print: (text) => void said.push(text),
    complain: (text) => void said.push(text),
    progress: new Progress({ write: () => {}, isTerminal: false }),
    ...options,
  });
  return { code, said };
}

async function exportOf(path: string): Promise<string> {
  const journal = openSqliteJournal(path, cloudProjections);
  const text = await exported(new LedgerRecords(storedCloud.parts), journal);
  journal.close();
  return text;
}

/** Changes a provider before every list of providers, so that no round finds what the one before has found. */
const restless: Before = async (service, path) => {
  if (path !== '/resource_providers') return;
  const { generation = 0, traits = new Set() } = service.world.providers.get(id('cn1')) ?? {};
  const next = traits.size === 0 ? ['HW_NUMA_ROOT'] : [];
  const body = { resource_provider_generation: generation, traits: next };
  const { status } = await service.request('PUT', `/resource_providers/${id('cn1')}/traits`, {
    version: '1.39',
    body,
  });
  assert.equal(status, 200);
};

test('what is read is in the ledger, and the work file is gone', async (t) => {
  const ledger = join(temporaryDirectory(t), 'l.db');
  const url = await serve(t);
  const { code, said } = await run(url, ledger);
  assert.deepEqual(
    [code, said],
    [0, [`${ledger}: 2 providers, 2 consumers with 2 allocations, as at ${url}`]],
  );
  assert.ok(!existsSync(`${ledger}.importing`));
  assert.match(await exportOf(ledger), /"resource_providers":2,"consumers":2,"allocations":2/);
});

test('a source that does not hold still is told, and nothing is imported; the next call goes on', async (t) => {
  const ledger = join(temporaryDirectory(t), 'l.db');
  let isRestless = true;
  const url = await serve(t, async (...args) => {
    if (isRestless) await restless(...args);
  });
  const { code, said } = await run(url, ledger);
  assert.equal(code, 1);
  assert.equal(said[0], 'Since it was read before, one thing has changed:');
  assert.equal(said[1], `  provider ${id('cn1')} (cn1) is new or has changed`);
  assert.match(said.at(-1) ?? '', /does not hold still: nothing was imported/);
  assert.ok(!existsSync(ledger));
  assert.ok(existsSync(`${ledger}.importing`));

  isRestless = false;
  const again = await run(url, ledger);
  assert.equal(again.code, 0);
  assert.equal(again.said[0], `Going on with ${ledger}.importing.`);
  assert.match(again.said.at(-1) ?? '', /2 providers/);
});

test('what was read last is imported despite changes, if that is wanted, and the status tells', async (t) => {
  const ledger = join(temporaryDirectory(t), 'l.db');
  const url = await serve(t, restless);
  const { code, said } = await run(url, ledger, { isDespiteChanges: true });
  assert.equal(code, 1);
  assert.match(said.at(-1) ?? '', /2 providers/);
  assert.ok(existsSync(ledger));
  assert.ok(!existsSync(`${ledger}.importing`));
});

test('a ledger that is not empty is told before anything is asked', async (t) => {
  const ledger = join(temporaryDirectory(t), 'l.db');
  const journal = openSqliteJournal(ledger, cloudProjections);
  journal.append([...changesThatMake(given('cn9  VCPU:8'))], 1);
  journal.close();
  let requests = 0;
  const url = await serve(t, async () => void requests++);
  await assert.rejects(run(url, ledger), { message: /l\.db is not empty: it holds / });
  assert.equal(requests, 0);
  assert.ok(!existsSync(`${ledger}.importing`));
});

test('a token that is not accepted is told, and that nothing is lost', async (t) => {
  const ledger = join(temporaryDirectory(t), 'l.db');
  const url = await serve(t);
  await assert.rejects(run(url, ledger, { token: null }), (error: Error) => {
    assert.match(
      error.message,
      /^Reading did not come to its end\. What was read is kept in .*l\.db\.importing/,
    );
    assert.match(String(error.cause), /asks for a token \(401\)/);
    return true;
  });
});
