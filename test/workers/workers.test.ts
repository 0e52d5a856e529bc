import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { ask, jsonOf, Peer } from '../differential/exchange.ts';
import { type BerthProcess, startBerth } from '../malformed/berth-process.ts';
import {
  agentsToAll,
  begin,
  connectToAll,
  newest,
  type ThreadAgent,
  type ThreadPeer,
  write,
} from './connections.ts';
import { hammerRegisters } from './registers.ts';

const threads = 3;

async function started(t: TestContext, args: readonly string[] = [], ledger?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'berth-workers-'));
  const file = ledger ?? join(directory, 'berth.db');
  const berth = await startBerth({ ledger: file, args: ['--workers', String(threads), ...args] });
  t.after(async () => {
    await berth.kill();
    await rm(directory, { recursive: true });
  });
  return { berth, ledger: file };
}

async function connected(t: TestContext, { url }: BerthProcess, each: number): Promise<ThreadPeer[]> {
  const peers = await connectToAll(url, threads, each);
  t.after(() => {
    for (const { peer } of peers) peer.close();
  });
  return peers;
}

async function withAgents(t: TestContext, { url }: BerthProcess): Promise<ThreadAgent[]> {
  const agents = await agentsToAll(url, threads);
  t.after(() => {
    for (const { agent } of agents) agent.destroy();
  });
  return agents;
}

test('whichever threads are asked, a read shows what was written before, and no read goes backwards', async (t) => {
  const { berth } = await started(t);
  const peers = await connected(t, berth, 4);
  const { reads, writes, readsOf, writesOf } = await hammerRegisters(peers, 3);
  process.stderr.write(
    `\n${threads} workers: ${writes} writes and ${reads} reads on ${peers.length} connections\n`,
  );
  for (const byThread of [readsOf, writesOf]) assert.deepEqual(new Set(byThread.keys()), new Set([1, 2, 3]));
  assert.equal(berth.output, '');
});

test('every thread shows a tree and checks a reshape as it is after the last write, and none of them writes', async (t) => {
  const { berth } = await started(t);
  const peers = await connected(t, berth, 1);
  assert.deepEqual(new Set(peers.map(({ thread }) => thread)), new Set([1, 2, 3]));
  const provider = randomUUID();
  const reshape = (generation: number) => ({
    inventories: {
      [provider]: { resource_provider_generation: generation, inventories: { VCPU: { total: 8 } } },
    },
    allocations: {},
  });
  await write(peers[0]?.peer as Peer, 'POST', '/resource_providers', { name: provider, uuid: provider });
  for (const [generation, { peer }] of peers.entries()) {
    await write(peer, 'PUT', `/resource_providers/${provider}/inventories`, {
      inventories: { VCPU: { total: 4 + generation } },
      resource_provider_generation: generation,
    });
    for (const { peer: other } of peers) {
      const tree = await other.send(ask('GET', `/berth/v1/provider_trees/${provider}`, newest));
      const { providers } = jsonOf(tree) as { providers: { generation: number }[] };
      assert.equal(providers[0]?.generation, generation + 1);
      for (const [given, would_succeed] of [
        [generation + 1, true],
        [generation, false],
      ] as const) {
        const check = await other.send(ask('POST', '/berth/v1/reshaper/check', newest, reshape(given)));
        assert.equal((jsonOf(check) as { would_succeed: boolean }).would_succeed, would_succeed);
      }
    }
  }
  assert.equal(berth.output, '');
});

test('nothing that was acknowledged is lost when the service is told to end under load', async (t) => {
  const { berth, ledger } = await started(t);
  const peers = await connected(t, berth, 4);
  const provider = randomUUID();
  const [first] = peers;
  assert.ok(first);
  await write(first.peer, 'POST', '/resource_providers', { name: provider, uuid: provider });
  await write(first.peer, 'PUT', `/resource_providers/${provider}/inventories`, {
    inventories: { VCPU: { total: 1_000_000 } },
    resource_provider_generation: 0,
  });

  const acknowledged = new Map<number, string[]>(peers.map(({ thread }) => [thread, []]));
  const unanswered = new Set<string>();
  const work = peers.map(async ({ peer, thread }) => {
    for (;;) {
      const consumer = randomUUID();
      const { status, text } = await peer.send(
        ask('PUT', `/allocations/${consumer}`, newest, claim(provider)),
      );
      if (status === 0) return void unanswered.add(consumer);
      assert.equal(status, 204, text);
      acknowledged.get(thread)?.push(consumer);
    }
  });
  await until(async () => [...acknowledged.values()].every(({ length }) => length >= 20));
  assert.deepEqual(await berth.stop(), { code: 0, signal: null });
  await Promise.all(work);
  assert.equal(berth.output, '');

  const again = await started(t, [], ledger);
  const peer = new Peer(again.berth.url);
  const answer = await peer.send(ask('GET', `/resource_providers/${provider}/allocations`, newest));
  peer.close();
  // Before the directory goes that its ledger is in, which belongs to the first.
  await again.berth.kill();
  const held = new Set(Object.keys((jsonOf(answer) as { allocations: object }).allocations));
  for (const consumer of [...acknowledged.values()].flat()) {
    assert.ok(held.delete(consumer), `${consumer} is lost`);
  }
  // The rest has happened without its client being told.
  for (const consumer of held) assert.ok(unanswered.has(consumer), `${consumer} was never asked for`);
});

test('what any thread has accepted is answered when the service is told to end', async (t) => {
  const { berth } = await started(t);
  const begun = (await withAgents(t, berth)).map(({ agent, thread }) => {
    const body = JSON.stringify({ name: `CUSTOM_T${thread}` });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const { sent, answer } = begin(agent, berth.url, 'POST', '/resource_classes', headers);
    sent.write(body.slice(0, 5));
    return { answer, finish: () => sent.end(body.slice(5)) };
  });
  await sleep(200);
  const ended = berth.stop();
  // Nobody listens any more, in no thread.
  await until(async () =>
    (await new Peer(berth.url).send(ask('GET', '/', newest))).text.includes('ECONNREFUSED'),
  );
  for (const { finish } of begun) finish();
  for (const { answer } of begun) assert.equal((await answer).statusCode, 201);
  assert.deepEqual(await ended, { code: 0, signal: null });
});

test('who follows the feed is told by every thread, and let go when the service ends', async (t) => {
  const { berth } = await started(t);
  const followers = (await withAgents(t, berth)).map(({ agent }) => {
    const { sent, answer } = begin(agent, berth.url, 'GET', '/berth/v1/changes', {
      accept: 'text/event-stream',
    });
    sent.end();
    let text = '';
    const ended = answer.then(async (incoming) => {
      for await (const chunk of incoming) text += String(chunk);
    });
    return { text: () => text, ended };
  });
  for (const { peer, thread } of await connected(t, berth, 1)) {
    const name = `CUSTOM_FEED_${thread}`;
    await write(peer, 'PUT', `/traits/${name}`);
    for (const { text } of followers) await until(async () => text().includes(name));
  }
  assert.deepEqual(await berth.stop(), { code: 0, signal: null });
  for (const { ended } of followers) await ended;
});

test('a write is answered the same by every thread, to whom it is and under its own request id', async (t) => {
  const { berth } = await started(t, ['--log-level', 'info', '--log-format', 'json']);
  const requestIds = new Map<number, string>();
  for (const { peer, thread } of await connected(t, berth, 1)) {
    const uuid = randomUUID();
    const made = await peer.send(ask('POST', '/resource_providers', newest, { name: uuid, uuid }));
    assert.equal(made.status, 200, made.text);
    assert.equal(made.headers['location'], `${berth.url}/resource_providers/${uuid}`);
    assert.equal((jsonOf(made) as { uuid: string }).uuid, uuid);
    requestIds.set(thread, made.headers['x-openstack-request-id'] ?? '');

    const path = `/resource_providers/${uuid}`;
    const { headers } = ask('DELETE', path, newest);
    const byOther = { method: 'DELETE', path, headers: { ...headers, 'x-auth-token': 'somebody:project' } };
    assert.equal((await peer.send(byOther)).status, 403);
    const again = await peer.send(ask('POST', '/resource_providers', newest, { name: uuid, uuid }));
    assert.equal(again.status, 409);
    assert.equal((await peer.send(ask('DELETE', path, newest))).status, 204);
  }
  await berth.stop();
  const lines = berth.output.split('\n').filter((line) => line.includes('"msg":"request"'));
  for (const [thread, requestId] of requestIds) {
    const of = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line) as LogLine);
    assert.deepEqual(
      of.map(({ worker, method, status, remote }) => ({ worker, method, status, remote })),
      [{ worker: thread, method: 'POST', status: 200, remote: '127.0.0.1' }],
    );
  }
});

test('the metrics are those of all threads, whichever is asked', async (t) => {
  const { berth } = await started(t);
  const peers = await connected(t, berth, 1);
  for (const { peer, thread } of peers) {
    for (let count = 0; count < thread; count++) await peer.send(ask('GET', '/traits', newest));
    await write(peer, 'PUT', `/traits/CUSTOM_T${thread}`);
  }
  for (const { peer } of peers) {
    const { text } = await peer.send({ method: 'GET', path: '/metrics', headers: {} });
    const samples = new Map(
      [...text.matchAll(/^([^# ][^ ]*) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    );
    const value = (name: string) => samples.get(name) ?? Number.NaN;
    assert.equal(value('berth_http_requests_total{route="/traits",method="GET",status="200"}'), 1 + 2 + 3);
    assert.equal(
      value('berth_http_request_duration_seconds_bucket{le="+Inf",route="/traits",method="GET"}'),
      1 + 2 + 3,
    );
    assert.equal(value('berth_http_requests_total{route="/traits/{name}",method="PUT",status="201"}'), 3);
    assert.equal(value('berth_commit_group_size_sum'), 3);
    // Of the process, and not counted for each thread.
    const resident = value('process_resident_memory_bytes');
    assert.ok(resident > 0.5e6 * berth.residentMb() && resident < 2e6 * berth.residentMb());
    assert.ok(value('process_start_time_seconds') > 0);
    assert.ok(value('nodejs_heap_size_used_bytes') > 0);
  }
});

test('several workers serve a ledger in memory just as well', async (t) => {
  const { berth } = await started(t, [], ':memory:');
  for (const { peer, thread } of await connected(t, berth, 1)) {
    await write(peer, 'PUT', `/traits/CUSTOM_T${thread}`);
    const answer = await peer.send(ask('GET', '/traits?name=startswith:CUSTOM_', newest));
    assert.equal((jsonOf(answer) as { traits: string[] }).traits.length, thread);
  }
});

interface LogLine {
  readonly worker: number;
  readonly method: string;
  readonly status: number;
  readonly remote: string;
}

function claim(provider: string) {
  return {
    allocations: { [provider]: { resources: { VCPU: 1 } } },
    project_id: randomUUID(),
    user_id: randomUUID(),
    consumer_generation: null,
    consumer_type: 'INSTANCE',
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 10) {
    assert.ok(waited < 60_000, 'not in time');
    await sleep(10);
  }
}
