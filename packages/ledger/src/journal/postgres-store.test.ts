import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { News } from '../following/shared-store.ts';
import { BreakingProxy } from '../testing/breaking-proxy.ts';
import { type CounterChange, setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';
import { until } from '../testing/until.ts';
import { openPostgresJournal } from './postgres-journal.ts';
import { PostgresStore } from './postgres-store.ts';

/** A store whose connections can be broken and counted, and the journal of who leads. */
async function opened(t: TestContext) {
  const place = await postgresPlace();
  const journal = await openPostgresJournal(place, [countersProjection], { leaseMs: 60_000 });
  t.after(() => journal.close());
  const url = new URL(place.url);
  const proxy = await BreakingProxy.before(Number(url.port));
  url.port = String(proxy.port);
  const store = await PostgresStore.open<CounterChange>({ ...place, url: url.href }, [countersProjection], {
    patience: { connectMs: 2000, answerMs: 1000 },
  });
  t.after(async () => {
    proxy.heal();
    await store.close();
    proxy.close();
  });
  return { journal, store, proxy };
}

test('many who ask while the connection is lost share one new connection', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { store, proxy } = await opened(t);
  await store.readAfter(0, 1);
  assert.equal(proxy.connectionCount, 1);
  for (let round = 0; round < 5; round++) {
    proxy.holdRequests();
    const answers = Array.from({ length: 10 }, () => store.readAfter(0, 1));
    proxy.heal();
    proxy.cut();
    await Promise.all(answers);
  }
  await until(() => proxy.connectionCount === 1);
});

test('who listens does so once, however often the connection is lost, and hears what it has missed', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { journal, store, proxy } = await opened(t);
  const news: News[] = [];
  store.watch((each) => news.push(each));
  const isHeard = (number: number) =>
    news.some((each) => each.kind === 'changes' && each.lastNumber === number);
  await until(() => isHeard(0));
  for (let number = 1; number < 4; number++) {
    // Lost again before it listens.
    proxy.cutAt('listen "berth');
    const { cutCount } = proxy;
    proxy.cut();
    await until(() => proxy.cutCount > cutCount);
    await journal.append([setCounter(`${number}`)], 1000);
    proxy.heal();
    await until(() => isHeard(number));
  }
  assert.equal(proxy.connectionCount, 1);
  news.length = 0;
  await journal.append([setCounter('last')], 1000);
  await until(() => isHeard(4));
  assert.equal(news.length, 1);
});
