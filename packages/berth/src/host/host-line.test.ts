import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { textOf } from '@berth/api-kit/response.ts';
import { someAction } from '@berth/compute-engine/testing/some-action.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { ComputeAgent } from '@berth/host/compute/compute-agent.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import type { Guests } from '@berth/host/guests.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { dumpCloud } from '../testing/dump-cloud.ts';

const server = consumerId('vm1');

describe('a password', () => {
  test('is told to the host that sets it, and then the client is answered', async (t) => {
    const heard: string[] = [];
    const { act, cloud } = await running(t, {
      setPassword: async (_machine, password) => void heard.push(password),
    });
    assert.deepEqual(await act({ changePassword: { adminPass: 'sesame' } }), { status: 202, message: null });
    assert.deepEqual([heard, cloud.world.compute.orders.size], [['sesame'], 0]);
    assert.ok(!JSON.stringify(cloud.dump()).includes('sesame'));
  });

  test('that could not be set is a conflict, and is never repeated', async (t) => {
    const { act, cloud } = await running(t, {
      setPassword: async (_machine, password) => {
        throw new Error(`no agent in the guest took '${password}'`);
      },
    });
    assert.deepEqual(await act({ changePassword: { adminPass: 'sesame' } }), {
      status: 409,
      message: `Failed to set admin password on ${server} because no agent in the guest took '***'`,
    });
    const { vmState, taskState } = cloud.world.compute.servers.get(server) ?? assert.fail();
    assert.deepEqual([vmState, taskState], ['active', null]);
    assert.ok(!JSON.stringify(cloud.dump()).includes('sesame'));
  });

  test('of a machine that does not run is a conflict', async (t) => {
    const { act } = await running(t, {}, 'shutdown');
    assert.deepEqual(await act({ changePassword: { adminPass: 'sesame' } }), {
      status: 409,
      message: `Failed to set admin password on ${server} because instance ${server} is not running`,
    });
  });

  test('that the hypervisor cannot set is not implemented', async (t) => {
    const { act } = await running(t, { setPassword: undefined });
    assert.deepEqual(await act({ changePassword: { adminPass: 'sesame' } }), {
      status: 501,
      message: 'Unable to set password on instance',
    });
  });

  test('that was lost with the process that knew it fails loudly', async (t) => {
    const { cloud } = await running(t, {});
    const action = someAction({ serverId: server, name: 'changePassword' });
    const { id: actionId } = action;
    await cloud.put(
      { kind: 'server-set', thing: serverNamed('vm1', { taskState: 'updating_password' }) },
      { kind: 'action-set', thing: action },
      { kind: 'order-set', thing: someOrder(1, 'vm1', { work: { kind: 'set-password' }, actionId }) },
    );
    const { compute } = cloud.world;
    await until(() => compute.orders.size === 0);
    const { message, events } = compute.actions.get(actionId) ?? assert.fail();
    assert.deepEqual([message, events.map(({ result }) => result)], ['Error', ['Error']]);
    assert.match(events[0]?.details ?? '', /password was lost/);
    assert.equal(compute.servers.get(server)?.taskState, null);
  });
});

describe('a console', () => {
  test('is asked of the host, and nothing is written for that', async (t) => {
    const { act, cloud } = await running(t, { consoleOutput: async () => 'one\ntwo\u0007\nthr\u00e9\u00e9' });
    const before = JSON.stringify(cloud.dump());
    const answers = [];
    for (const length of [null, 2, '1', 0, -1, 9]) {
      answers.push((await act({ 'os-getConsoleOutput': { length } })).output);
    }
    const all = 'one\ntwo\nthr\ufffd\ufffd';
    assert.deepEqual(answers, [all, 'two\nthr\ufffd\ufffd', 'thr\ufffd\ufffd', '', all, all]);
    assert.equal(JSON.stringify(cloud.dump()), before);
  });

  test('is told as it is: not there, not to be had, or broken; and no longer than it may be', async (t) => {
    const told: (string | null | Error)[] = [null, new Error('the disk\nis away'), 'x'.repeat(1_000_000)];
    const consoleOutput = async (): Promise<string | null> => {
      const next = told.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    };
    const { act } = await running(t, { consoleOutput });
    const ask = () => act({ 'os-getConsoleOutput': {} });
    assert.deepEqual(await ask(), { status: 404, message: 'Guest does not have a console available.' });
    assert.deepEqual(await ask(), { status: 409, message: 'the disk\\u{a}is away' });
    assert.equal((await ask()).output?.length, 102_400);
    const { act: actWithout } = await running(t, { consoleOutput: undefined });
    assert.equal((await actWithout({ 'os-getConsoleOutput': {} })).status, 501);
  });

  test('of a host that is down is not asked for', async (t) => {
    const { act, cloud } = await running(t, {});
    const service = cloud.world.compute.services.ofHost('host1') ?? assert.fail();
    await cloud.put({ kind: 'service-set', thing: { ...service, isForcedDown: true } });
    assert.deepEqual(await act({ 'os-getConsoleOutput': {} }), {
      status: 503,
      message: 'Host host1 is down.',
    });
  });
});

type GuestsGiven = { readonly [Name in 'setPassword' | 'consoleOutput']?: Guests[Name] | undefined };

/** A cloud with host1, its agent, and a server on it; some of what its driver can do is another thing. */
async function running(t: TestContext, given: GuestsGiven, powerState: 'running' | 'shutdown' = 'running') {
  const cloud = await changeableCloud();
  await cloud.put({ kind: 'server-set', thing: serverNamed('vm1') });
  const machines = new Map([[server as string, { powerState, imageId: null, flavor: '' }]]);
  const driver = new FakeDriver(readFakeHost({ name: 'host1' }), id('host1'), undefined, machines);
  Object.assign(driver.guests, given);
  const stop = new AbortController();
  const agent = new ComputeAgent({
    transport: cloud.transport('host1:service:host'),
    name: { host: 'host1', agent: 'agent' },
    driver,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    atOnce: 4,
    graceMs: 100,
  });
  const ended = agent.run(stop.signal);
  await agent.registered;
  t.after(async () => {
    stop.abort();
    await ended;
    await driver.close();
    await cloud.close();
  });
  const act = async (body: object) => {
    const answer = await cloud.handle({
      method: 'POST',
      target: `/compute/v2.1/servers/${server}/action`,
      headers: { 'x-auth-token': 'admin', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      origin: 'http://h',
      remoteAddress: '',
    });
    const text = textOf(answer.body);
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (typeof json['output'] === 'string') return { status: answer.status, output: json['output'] };
    const [fault] = Object.values(json) as { readonly message?: string }[];
    return { status: answer.status, message: fault?.message ?? null };
  };
  return { act, cloud: { ...cloud, dump: () => dumpCloud(cloud.world) } };
}

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (!isSo()) {
    assert.ok(performance.now() < endMs, `waited too long for: ${isSo.toString()}`);
    await pause(5);
  }
}
