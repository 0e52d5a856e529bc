import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalUnavailable } from '../journal/journal-errors.ts';
import { type CounterChange, type CounterCommand, type Counters, counters } from '../testing/counters.ts';
import { ScriptedStore } from '../testing/scripted-store.ts';
import { until } from '../testing/until.ts';
import { Member } from './member.ts';

async function opened(t: TestContext) {
  const store = new ScriptedStore();
  const roles: string[] = [];
  const troubles: unknown[] = [];
  const member = await Member.open<Counters, CounterCommand, CounterChange>({
    store,
    domain: counters,
    newWorld: () => new Map(),
    leaseMs: 100,
    onRole: (role) => roles.push(role),
    onTrouble: (reason) => troubles.push(reason),
  });
  t.after(() => member.close());
  const join = () => member.join({ name: 'a', address: null, secret: null });
  return { store, member, join, roles, troubles };
}

test('who is superseded while it takes over does not lead, though nobody asks it for anything', async (t) => {
  const { store, member, join, roles } = await opened(t);
  store.onRead = async () => {
    store.onRead = () => {};
    await sleep(1);
    store.supersede();
  };
  await join();
  await until(() => roles.includes('follower'));
  await until(() => member.isLeading);
  assert.deepEqual(roles, ['leader', 'follower', 'leader']);
});

test('who is superseded while it fails to take over tries again, and the process goes on', async (t) => {
  const { store, member, join, troubles } = await opened(t);
  await join();
  store.onRead = async () => {
    store.onRead = () => {};
    await sleep(1);
    store.supersede();
    throw new JournalUnavailable('the connection is lost');
  };
  store.supersede();
  // A rejection that nobody handles would fail this test.
  await until(() => troubles.length > 0);
  await until(() => member.isLeading);
});

test('nobody begins to lead before it has ceased to', async (t) => {
  const { store, member, join } = await opened(t);
  await join();
  const closing = Promise.withResolvers<void>();
  t.after(() => closing.resolve());
  store.onClose = () => closing.promise;
  store.supersede();
  await until(() => !member.isLeading);
  // Long enough to look several times who leads.
  await sleep(200);
  assert.equal(store.leadCount, 1);
  closing.resolve();
  store.onClose = () => {};
  await until(() => member.isLeading);
  assert.equal(store.leadCount, 2);
  assert.equal(await member.submit({ do: 'create', name: 'x', limit: null }, (world) => world.size), 1);
  assert.equal(member.world.size, 1);
});
