import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FleetCloud } from '@berth/compute-engine/testing/fleet-cloud.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { requester } from '@berth/placement/testing/in-process.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { fleetChanges } from '../testing/fleet-changes.ts';

const admin = 'root:admin:admin';

/** Three hosts, one of which has two servers, of which one fits nowhere else. */
async function fleet(t: TestContext) {
  const cloud = await changeableCloud({ now: () => 1_700_000_000_000 });
  t.after(() => cloud.close());
  const lines = ['cn1', 'cn2', 'cn3'].map((host) => `${host} VCPU:8 MEMORY_MB:4096 DISK_GB:100`);
  const there = new FleetCloud(lines.join('\n'))
    .withServer('small', { host: 'cn1' })
    .withServer('large', { host: 'cn1', flavor: { memoryMb: 3072 } })
    .withServer('other', { host: 'cn2', flavor: { memoryMb: 2048 }, vmState: 'suspended' })
    .withServer('another', { host: 'cn3', flavor: { memoryMb: 2048 }, vmState: 'suspended' });
  await cloud.put(...fleetChanges(there));
  const request = requester(cloud.handle, new Map());
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, token = admin) => {
    const { status, text } = await request(method, `/berth/v1/plans${path}`, {
      version: '1.39',
      headers: { 'x-auth-token': token === '' ? null : token },
      ...(body === undefined ? {} : { body }),
    });
    return { status, told: text === '' ? null : (JSON.parse(text) as Told) };
  };
  return { cloud, ask };
}

interface Told {
  readonly plan: {
    readonly id: string;
    readonly state: string;
    readonly moves: unknown;
    readonly stuck: readonly unknown[];
    readonly steps: readonly unknown[];
  };
  readonly plans: readonly { readonly id: string }[];
  readonly errors: readonly { readonly detail: string }[];
}

test('a plan is made and kept, with what cannot be moved and why', async (t) => {
  const { ask } = await fleet(t);
  const { status, told } = await ask('POST', '', { empty: { hosts: ['cn1'] } });
  assert.equal(status, 201);
  const plan = told?.plan;
  assert.ok(plan);
  const counts = { total: 1, at_least: 1, waiting: 1, moving: 0, done: 0, failed: 0, skipped: 0 };
  assert.deepEqual([plan.state, plan.moves], ['ready', counts]);
  assert.deepEqual(plan.steps, [
    {
      number: 0,
      server: consumerId('small'),
      kind: 'live',
      from: { host: 'cn1', node: 'cn1' },
      to: { host: 'cn2', node: 'cn2' },
      purpose: 'empty',
      after: [],
      state: 'waiting',
      started_at: null,
      ended_at: null,
      migration: null,
      message: null,
    },
  ]);
  assert.deepEqual(plan.stuck, [
    {
      reason: 'nowhere',
      text: 'No host would take it even if nothing were there that can be moved: in service left 2 hosts, amounts left 0 hosts.',
      if_empty: [
        { rule: 'in service', hosts_left: 2 },
        { rule: 'amounts', hosts_left: 0 },
      ],
      servers: [{ id: consumerId('large'), host: 'cn1' }],
    },
  ]);
  const shown = await ask('GET', `/${plan.id}`);
  assert.deepEqual(shown, { status: 200, told: { plan } });
  const listed = await ask('GET', '');
  assert.deepEqual(
    listed.told?.plans.map(({ id }) => id),
    [plan.id],
  );
  const few = await ask('GET', `/${plan.id}?from=1&limit=5`);
  assert.deepEqual(few.told?.plan.steps, []);
});

test('a plan is deleted with its steps', async (t) => {
  const { ask, cloud } = await fleet(t);
  const id = (await ask('POST', '', { empty: { hosts: ['cn1'] } })).told?.plan.id ?? '';
  assert.equal(cloud.world.compute.planPages.size, 1);
  assert.equal((await ask('DELETE', `/${id}`)).status, 204);
  assert.equal((await ask('GET', `/${id}`)).status, 404);
  assert.equal(cloud.world.compute.planPages.size, 0);
});

test('a plan is started, paused, resumed and deleted, each in its time', async (t) => {
  const { ask } = await fleet(t);
  const id = (await ask('POST', '', { empty: { hosts: ['cn1'] } })).told?.plan.id ?? '';
  assert.equal((await ask('POST', `/${id}/pause`)).status, 409);
  assert.equal((await ask('POST', `/${id}/start`)).told?.plan.state, 'running');
  const { status, told } = await ask('DELETE', `/${id}`);
  assert.deepEqual([status, told?.errors[0]?.detail], [409, `Cannot delete plan ${id} while it is running.`]);
  assert.equal((await ask('POST', `/${id}/pause`)).told?.plan.state, 'paused');
  assert.equal((await ask('POST', `/${id}/resume`)).told?.plan.state, 'running');
  await ask('POST', `/${id}/pause`);
  assert.equal((await ask('DELETE', `/${id}`)).status, 204);
  assert.equal((await ask('GET', `/${id}`)).status, 404);
});

test('what makes no sense is told, and plans are for administrators', async (t) => {
  const { ask } = await fleet(t);
  const detail = async (body: unknown) => {
    const { status, told } = await ask('POST', '', body);
    assert.equal(status, 400, JSON.stringify(told));
    return told?.errors[0]?.detail ?? '';
  };
  assert.match(await detail({}), /^A plan either empties hosts or spreads servers/);
  assert.match(await detail({ empty: { hosts: ['cn1'] }, spread: {} }), /^A plan either/);
  assert.equal(await detail({ empty: { hosts: ['cn9'] } }), 'There is no compute host cn9.');
  assert.match(await detail({ empty: { hosts: [] } }), /hosts/);
  assert.match(await detail({ spread: { tolerance: 2 } }), /tolerance/);
  assert.match(await detail({ spread: {}, kinds: ['warm'] }), /kinds|warm/);
  assert.match(await detail({ spread: {}, what: 1 }), /what/);
  assert.equal((await ask('GET', '', undefined, 'alice:p')).status, 403);
  assert.equal((await ask('POST', '', { spread: {} }, 'alice:p')).status, 403);
  assert.equal((await ask('GET', '', undefined, '')).status, 401);
  assert.equal((await ask('GET', '/no-such-plan')).status, 404);
  assert.equal((await ask('GET', '?what=1')).status, 200);
});

test('a plan that spreads says how full the fullest host was and would be', async (t) => {
  const { ask } = await fleet(t);
  const { told } = await ask('POST', '', { spread: {}, max_moves: 5 });
  assert.deepEqual(told?.plan.steps.length, 1);
  assert.deepEqual((told.plan as unknown as { fullest: unknown }).fullest, { before: 0.875, after: 0.75 });
});

test('there are not more plans than may be', async (t) => {
  const { ask } = await fleet(t);
  const asked = { empty: { hosts: ['cn2'] } };
  for (let count = 0; count < 100; count++) assert.equal((await ask('POST', '', asked)).status, 201);
  assert.equal((await ask('POST', '', asked)).status, 403);
});
