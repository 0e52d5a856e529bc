import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { someHostOrder } from '../../compute/testing/some-host-order.ts';
import { FakeGuests, type FakeMachines } from './fake-guests.ts';
import { readFakeHost } from './fake-host.ts';
import { MachineFiles } from './machine-files.ts';

const machine = (id: string) => someHostOrder(1, id).machine;

function guestsWith(options: Readonly<Record<string, unknown>> = {}, machines: FakeMachines = new Map()) {
  return new FakeGuests(readFakeHost(options), machines);
}

function directory(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'berth-machines-'));
  t.after(() => rmSync(made, { recursive: true }));
  return join(made, 'machines');
}

test('a made-up machine is made anew where its host is gone, and its disks are on no other', async () => {
  const guests = guestsWith();
  const shared = guests.evacuate(machine('vm1'), { hasSharedDisks: true });
  await assert.rejects(shared, /Invalid state of instance files on shared storage/);
  for (const hasSharedDisks of [false, null]) await guests.evacuate(machine('vm1'), { hasSharedDisks });
  assert.deepEqual(await guests.list(), [{ id: 'vm1', powerState: 'running' }]);
});

describe('a made-up machine that goes to another host', () => {
  test('is at no time on both, and can be had back, however often each step is done', async () => {
    const [source, target] = [guestsWith(), guestsWith()];
    const vm = machine('vm1');
    const twice = async (step: () => Promise<void>) => {
      await step();
      await step();
      const all = [...(await source.list()), ...(await target.list())];
      return all.map(({ powerState }) => powerState).join();
    };
    await source.build(vm);
    assert.equal(await twice(() => target.prepareMove(vm)), 'running');
    assert.equal(await twice(() => source.moveOut(vm)), '');
    assert.equal(await twice(() => target.finishMove(vm, { isRunning: true })), 'running');
    assert.equal(await twice(() => target.revertMove(vm)), '');
    assert.equal(await twice(() => source.takeBack(vm, { isRunning: true })), 'running');
    await source.moveOut(vm);
    await target.finishMove(vm, { isRunning: false });
    assert.equal(await twice(() => source.confirmMove(vm)), 'shutdown');
    await assert.rejects(source.takeBack(vm, { isRunning: true }), /There is no machine of vm1/);
  });

  test('may come back to the host that it leaves, and what is put aside there is not what goes', async () => {
    const guests = guestsWith();
    const vm = machine('vm1');
    await guests.build(vm);
    await guests.moveOut(vm);
    await guests.finishMove(vm, { isRunning: true });
    await guests.revertMove(vm);
    await guests.takeBack(vm, { isRunning: true });
    assert.deepEqual(await guests.list(), [{ id: 'vm1', powerState: 'running' }]);
    await guests.moveOut(vm);
    await guests.destroy('vm1');
    await assert.rejects(guests.takeBack(vm, { isRunning: true }), /There is no machine/);
  });
});

describe('a made-up machine', () => {
  test('is in the state that was asked for last, however often it was asked for', async () => {
    const guests = guestsWith();
    const vm = machine('vm1');
    const states: (string | undefined)[] = [];
    for (const work of [
      'build',
      'build',
      'stop',
      'build',
      'start',
      'pause',
      'unpause',
      'suspend',
      'resume',
      'stop',
      'rebuild',
    ] as const) {
      await guests[work](vm);
      const [found] = await guests.list();
      states.push(found?.powerState);
    }
    assert.deepEqual(states, [
      'running',
      'running',
      'shutdown',
      'shutdown',
      'running',
      'paused',
      'running',
      'shutdown',
      'running',
      'shutdown',
      'running',
    ]);
    await guests.destroy('vm1');
    await guests.destroy('vm1');
    assert.deepEqual(await guests.list(), []);
    await assert.rejects(guests.stop(vm), /There is no machine of vm1/);
  });

  test('is not made where its image, its flavor or its luck say so', async () => {
    await assert.rejects(guestsWith({ 'fail-images': 'cirros' }).build(machine('vm1')), /of image cirros/);
    await assert.rejects(
      guestsWith({ 'fail-flavors': 'm1.small' }).build(machine('vm1')),
      /with flavor m1.small/,
    );
    await assert.rejects(guestsWith({ 'fail-builds': '1' }).build(machine('vm1')), /cannot be made/);
    const guests = guestsWith({ 'fail-builds': '0.3' });
    let failed = 0;
    for (let index = 0; index < 200; index++) await guests.build(machine(`vm${index}`)).catch(() => failed++);
    assert.ok(failed > 40 && failed < 80, `${failed} of 200`);
    assert.throws(() => guestsWith({ 'fail-builds': '1.5' }), /is a number from 0 to 1/);
  });

  test('takes its time, unless the host is closed', async () => {
    const guests = guestsWith({ 'build-delay': '60000' });
    const building = guests.build(machine('vm1'));
    guests.close();
    await assert.rejects(building, { name: 'AbortError' });
  });
});

describe('machines in files', () => {
  test('are there again after the process, and half a file is none', async (t) => {
    const place = directory(t);
    const guests = guestsWith({}, new MachineFiles(place));
    assert.deepEqual(await guests.list(), []);
    await guests.build(machine('vm1'));
    await guests.build(machine('vm2'));
    await guests.stop(machine('vm2'));
    await guests.build(machine('vm3'));
    await guests.destroy('vm3');
    writeFileSync(join(place, 'vm4.json.draft'), '{"powerSta');
    const again = guestsWith({}, new MachineFiles(place));
    assert.deepEqual(
      (await again.list()).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      [
        { id: 'vm1', powerState: 'running' },
        { id: 'vm2', powerState: 'shutdown' },
      ],
    );
    assert.equal(readdirSync(place).length, 3);
  });

  test('are never anywhere else', () => {
    const files = new MachineFiles('/nowhere');
    for (const id of ['../x', '', 'a/b', '.']) assert.throws(() => files.get(id), /is no id of a server/);
  });
});
