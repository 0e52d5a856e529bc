import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fakeKeystone, goodToken } from '@berth/api-kit/auth/testing/fake-keystone.ts';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { ask, Peer, succeeded } from '../differential/exchange.ts';
import { EventStream, type ServerEvent } from './event-stream.ts';
import { startFeedServer } from './feed-server.ts';
import { feedTest, summary } from './feed-test.ts';

/** The long run is test/feed/run.ts. */
test('followers who rebuild the state from the feed hold what the server holds', async () => {
  const from = String(seed());
  const options = { seed: from, ledger: 'sqlite', writes: runsOf(1_000), clients: 3, followers: 2 } as const;
  const result = await feedTest({ ...options, print: () => undefined });
  process.stderr.write(`\nfollowed: ${summary(result, from)}\n`);
  for (const { name, isSame } of result.followers) assert.ok(isSame, `${name}, seed ${from}`);
  assert.ok(result.changes > result.done && result.refused > 0);
  assert.ok(result.followers.every(({ reconnects }) => reconnects > 0));
});

test('followers of two processes on PostgreSQL, one or the other, hold what the ledger holds', async (t) => {
  if (!(await hasPostgres(t))) return;
  const from = String(seed());
  const options = { seed: from, ledger: 'postgres', writes: runsOf(300), clients: 2, followers: 1 } as const;
  const result = await feedTest({ ...options, print: () => undefined });
  for (const { name, isSame } of result.followers) assert.ok(isSame, `${name}, seed ${from}`);
});

test('events go on when the process that leads goes away', async (t) => {
  if (!(await hasPostgres(t))) return;
  const server = await startFeedServer('postgres');
  t.after(() => server.stop());
  const numbers: number[] = [];
  const traits: string[] = [];
  const stream = new EventStream(`${server.urls[1]}/berth/v1/changes?noun=traits`, {
    onEvent: ({ data }) => {
      const { number, trait } = JSON.parse(data) as { number: number; trait: string };
      numbers.push(number);
      traits.push(trait);
    },
  });
  t.after(() => stream.close());
  const peer = new Peer(server.urls[1] ?? '');
  t.after(() => peer.close());
  const add = async (name: string) => {
    const answer = await peer.send(ask('PUT', `/traits/${name}`, 39));
    assert.ok(succeeded(answer), answer.text);
    await until(() => traits.at(-1) === name);
  };
  await add('CUSTOM_BY_THE_FIRST');
  await server.stopFirst();
  await add('CUSTOM_BY_THE_SECOND');
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((one, other) => one - other),
  );
});

async function served(t: TestContext, args: readonly string[] = []) {
  const server = await startFeedServer('memory', args);
  const url = server.urls[0] ?? '';
  const peer = new Peer(url);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  t.after(async () => {
    peer.close();
    await stop();
  });
  const addTraits = async (count: number, prefix: string) => {
    for (let index = 0; index < count; index++) {
      const answer = await peer.send(ask('PUT', `/traits/CUSTOM_${prefix}_${index}`, 39));
      assert.ok(succeeded(answer), answer.text);
    }
  };
  const follow = (query: string, headers: Record<string, string> = {}) => {
    const events: ServerEvent[] = [];
    const stream = new EventStream(`${url}/berth/v1/changes${query}`, {
      headers,
      onEvent: (event) => events.push(event),
    });
    t.after(() => stream.close());
    return { stream, events };
  };
  const { last } = JSON.parse((await peer.send(ask('GET', '/berth/v1/changes?limit=1', 39))).text) as {
    last: number;
  };
  return { server, stop, peer, addTraits, follow, last };
}

test('who asks for what is not kept any more gets 410 instead of events, and the number to start again from', async (t) => {
  const { server, follow, last } = await served(t);
  await server.forget();
  const { stream } = follow('?since=5');
  assert.equal(await stream.status, 410);
  assert.equal(await stream.ended, null);
  const { errors } = JSON.parse(stream.body) as { errors: { start_from: number }[] };
  assert.equal(errors[0]?.start_from, last);
  const again = follow(`?since=${last}`);
  assert.equal(await again.stream.status, 200);
});

test('who falls behind what is kept while it follows is told so, and that is the end', async (t) => {
  const { server, follow, last } = await served(t);
  const { stream, events } = follow('?since=0');
  await until(() => events.length === last);
  stream.pause();
  // More than the system takes for it.
  for (let count = 1; count <= 30; count++) await server.addTrait(`CUSTOM_${count}_`.padEnd(2 ** 20, 'X'));
  await sleep(100);
  await server.forget();
  stream.resume();
  assert.equal(await stream.ended, null);
  const { type, data } = events.at(-1) ?? {};
  assert.equal(type, 'gone');
  assert.deepEqual(JSON.parse(data ?? ''), { start_from: last + 30, kept_after: last + 30 });
  assert.ok(events.length < last + 30);
});

test('a stopping server ends the events as a whole answer', async (t) => {
  const { stop, follow, last } = await served(t);
  const { stream, events } = follow('?since=0');
  await until(() => events.length === last);
  const before = performance.now();
  await stop();
  // It would wait for 30 s for those that do not end.
  assert.ok(performance.now() - before < 15_000);
  assert.equal(await stream.ended, null);
});

test('who connects again goes on after the last event it has, whatever since says', async (t) => {
  const { follow, addTraits, last } = await served(t);
  const first = follow(`?since=${last}`);
  assert.equal(await first.stream.status, 200);
  await addTraits(3, 'A');
  await until(() => first.events.length === 3);
  assert.equal(first.stream.lastId, `${last + 3}`);
  first.stream.close();
  await addTraits(2, 'B');
  const again = follow(`?since=${last}`, { 'last-event-id': first.stream.lastId });
  await until(() => again.events.length === 2);
  assert.deepEqual(
    again.events.map(({ data }) => (JSON.parse(data) as { number: number }).number),
    [last + 4, last + 5],
  );
});

test('a stream ends with its token, and says so', async (t) => {
  await using keystone = await fakeKeystone();
  let until = 0;
  keystone.lookUp = () => {
    until ||= Date.now() + 2_000;
    return goodToken({ expires_at: new Date(until).toISOString(), roles: [{ id: 'r', name: 'admin' }] });
  };
  const strategy = ['--auth-strategy', 'keystone', '--keystone-auth-url', keystone.url];
  const server = await startFeedServer('memory', [...strategy, '--keystone-username', 'placement']);
  t.after(() => server.stop());
  const events: ServerEvent[] = [];
  const stream = new EventStream(`${server.urls[0]}/berth/v1/changes`, {
    onEvent: (event) => events.push(event),
  });
  t.after(() => stream.close());
  assert.equal(await stream.status, 200);
  assert.equal(await stream.ended, null);
  assert.ok(Date.now() >= until);
  assert.deepEqual(events.at(-1), { type: 'access_ended', data: '{"reason":"The token has expired."}' });
  assert.equal(stream.lastId, `${events.length - 1}`);
});

test('so many may follow and no more, until one of them leaves', async (t) => {
  const { follow } = await served(t, ['--max-event-readers', '2']);
  const [first, second] = [follow('?since=0'), follow('?since=0')];
  assert.deepEqual([await first.stream.status, await second.stream.status], [200, 200]);
  const third = follow('?since=0');
  assert.equal(await third.stream.status, 503);
  await third.stream.ended;
  assert.match(third.stream.body, /As many clients as there may be follow the events already/);
  first.stream.close();
  for (let status = 503; status === 503; await sleep(5)) {
    const again = follow('?since=0');
    status = await again.stream.status;
  }
  assert.equal(await follow('?since=0').stream.status, 503);
});

test('readers that do not read cost next to nothing, and hold up nobody', async (t) => {
  const { server, follow, last } = await served(t);
  const stopped = Array.from({ length: 20 }, () => follow(`?since=${last}`));
  for (const { stream } of stopped) {
    assert.equal(await stream.status, 200);
    stream.pause();
  }
  const reader = follow(`?since=${last}`);
  const before = memory();
  for (let count = 1; count <= 30; count++) {
    await server.addTrait(`CUSTOM_${count}_`.padEnd(2 ** 20, 'X'));
    await until(() => reader.events.length === count);
  }
  const grown = (memory() - before) / 2 ** 20;
  // These are 30 MB of events. The journal, which is in memory here, the world and the reader each have them; a queue for
  // each of the others would be 600 MB.
  assert.ok(grown < 250, `${Math.round(grown)} MB more`);
  // They have got what the system has taken for them, and not all.
  for (const { events } of stopped) assert.ok(events.length < 30);
});

function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 5) {
    assert.ok(waited < 60_000, `not in time: ${isSo.toString()}`);
    await sleep(5);
  }
}
