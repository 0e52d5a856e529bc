import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { MoveProgress } from '@berth/client/compute/records.ts';
import { someHostOrder } from '../../compute/testing/some-host-order.ts';
import { FakeGuests } from './fake-guests.ts';
import { readFakeHost } from './fake-host.ts';

const { machine: vm } = someHostOrder(1, 'vm1');
const to = { host: 'host2', node: 'host2', address: null };
const options = { to, sendsDisks: true, mayOvercommitDisks: false };

function guestsWith(values: Readonly<Record<string, unknown>> = {}) {
  return new FakeGuests(readFakeHost(values), new Map());
}

function control() {
  const [unwanted, forced] = [new AbortController(), new AbortController()];
  const told: MoveProgress[] = [];
  const tell = (progress: MoveProgress) => void told.push(progress);
  return { unwanted, forced, told, given: { unwanted: unwanted.signal, forced: forced.signal, tell } };
}

test('a made-up machine is sent while it runs, is at no time on both hosts, and each step may be done twice', async () => {
  const [source, target] = [guestsWith(), guestsWith()];
  const { given } = control();
  const twice = async (step: () => Promise<void>) => {
    await step();
    await step();
    const all = [...(await source.list()), ...(await target.list())];
    return all.map(({ powerState }) => powerState).join();
  };
  await source.build(vm);
  assert.equal(await twice(() => target.checkLiveMove(vm)), 'running');
  assert.equal(await twice(() => target.prepareLiveMove(vm)), 'running');
  assert.equal(await twice(() => source.liveMove(vm, options, given)), '');
  assert.equal(await twice(() => target.finishLiveMove(vm, { isPaused: false })), 'running');
  assert.equal(await twice(() => source.leaveLiveMove(vm)), 'running');
  await assert.rejects(source.liveMove(vm, options, given), /There is no machine of vm1/);
  await assert.rejects(source.resumeLiveMove(vm, { isPaused: false }), /There is no machine of vm1/);
});

test('one that is not sent is as it was, and nothing of it is on the other host', async () => {
  const [source, target] = [guestsWith(), guestsWith()];
  await source.build(vm);
  await source.pause(vm);
  await target.prepareLiveMove(vm);
  await target.revertLiveMove(vm);
  await source.resumeLiveMove(vm, { isPaused: true });
  assert.deepEqual([await source.list(), await target.list()], [[{ id: 'vm1', powerState: 'paused' }], []]);
});

test('it takes as long as it is to, and says how far it is', async () => {
  const guests = guestsWith({ 'live-move-delay': 40 });
  const { given, told } = control();
  await guests.build(vm);
  await guests.liveMove(vm, options, given);
  const [first, last] = [told[0], told.at(-1)];
  assert.deepEqual(first?.memory, { total: 512 * 2 ** 20, processed: 0, remaining: 512 * 2 ** 20 });
  assert.equal(last?.disk.total, 2 ** 30);
  assert.ok((last?.disk.remaining ?? 0) < 2 ** 27);
});

test('one that is not wanted any more stays, and one that is to come to an end does so at once', async () => {
  for (const wish of ['unwanted', 'forced'] as const) {
    const guests = guestsWith({ 'live-move-delay': 3_600_000 });
    const all = control();
    await guests.build(vm);
    const sent = guests.liveMove(vm, options, all.given);
    await pause(5);
    all[wish].abort();
    if (wish === 'unwanted') await assert.rejects(sent, /not to be sent any more/);
    else await sent;
    assert.equal((await guests.list()).length, wish === 'unwanted' ? 1 : 0);
  }
});

test('a machine that was sent before its agent was killed is not sent back when it is not wanted any more', async () => {
  const guests = guestsWith();
  const { given, unwanted } = control();
  await guests.build(vm);
  await guests.liveMove(vm, options, given);
  unwanted.abort();
  await guests.liveMove(vm, options, given);
  assert.deepEqual(await guests.list(), []);
});

test('a host that takes no machines of a flavor says so before anything is made ready', async () => {
  await assert.rejects(
    guestsWith({ 'fail-flavors': vm.flavor.name }).checkLiveMove(vm),
    /No machine comes here with flavor/,
  );
});

test('a driver that is closed sends nothing any more', async () => {
  const guests = guestsWith({ 'live-move-delay': 3_600_000 });
  await guests.build(vm);
  const sent = guests.liveMove(vm, options, control().given);
  await pause(5);
  guests.close();
  await assert.rejects(sent);
});
