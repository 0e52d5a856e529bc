import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

/** The clock of the service says 2026-01-02T03:04:05.678. */
const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
const launchedAt = at('00:04:00');

/** Two servers of one project, of which one has run for a minute, and one of another. */
function usageInProcess() {
  const { ask, cloud } = computeInProcess();
  const flavor = { ...serverNamed('x').flavor, vcpus: 2, memoryMb: 64, rootGb: 1, ephemeralGb: 2 };
  const own = { flavor, createdAt: at('00:03:00'), launchedAt, vmState: 'active' } as const;
  const end = at('00:05:00');
  const ended = { deletedAt: end, terminatedAt: end, updatedAt: end, vmState: 'deleted' } as const;
  for (const thing of [
    serverNamed('a', { ...own, projectId: 'p1' }),
    serverNamed('c', { ...own, ...ended, projectId: 'p1' }),
    serverNamed('b', { ...own, projectId: 'p2' }),
    serverNamed('never', { ...own, launchedAt: null, projectId: 'p1' }),
  ]) {
    applyComputeChange(cloud.compute, { kind: 'server-set', thing });
  }
  const get = (below: string, query: string, asked: Asked = {}) =>
    ask(`GET /os-simple-tenant-usage${below}?${query}`, asked);
  return { get };
}

const hour = 'start=2026-01-01T00:00:00&end=2026-01-01T01:00:00';

/** As the original counts them. */
const totals = {
  tenant_id: 'p1',
  total_local_gb_usage: 2.8499999999999996,
  total_vcpus_usage: 1.9000000000000001,
  total_memory_mb_usage: 60.800000000000004,
  total_hours: 0.9500000000000001,
  start: '2026-01-01T00:00:00.000000',
  stop: '2026-01-01T01:00:00.000000',
};

test('projects are told what their servers come to in a time, deleted ones included', async () => {
  const { get } = usageInProcess();
  const { body } = await get('', hour);
  assert.deepEqual(body.tenant_usages[0], totals);
  assert.deepEqual(
    body.tenant_usages.map(({ tenant_id: project }: { tenant_id: string }) => project),
    ['p1', 'p2'],
  );
});

test('in detail every server is told', async () => {
  const { get } = usageInProcess();
  const { body } = await get('/p1', hour);
  const { server_usages: servers, ...sums } = body.tenant_usage;
  assert.deepEqual(sums, totals);
  const byName = new Map(servers.map((each: { name: string }) => [each.name, each]));
  assert.deepEqual(byName.get('c'), {
    hours: 0.016666666666666666,
    flavor: serverNamed('c').flavor.name,
    instance_id: consumerId('c'),
    name: 'c',
    tenant_id: 'p1',
    memory_mb: 64,
    local_gb: 3,
    vcpus: 2,
    started_at: '2026-01-01T00:04:00.000000',
    ended_at: '2026-01-01T00:05:00.000000',
    state: 'terminated',
    uptime: 60,
  });
  const { state, ended_at: end, uptime } = byName.get('a') as Record<string, unknown>;
  assert.deepEqual([state, end, uptime], ['active', null, 27 * 3600 + 5]);
  assert.equal((await get('', `${hour}&detailed=1`)).body.tenant_usages[0].server_usages.length, 2);
  assert.equal((await get('', `${hour}&detailed=2`)).body.tenant_usages[0].server_usages, undefined);
});

test('a time ends now, and who has not run in it is not counted', async () => {
  const { get } = usageInProcess();
  const { body } = await get('/p2', 'start=2026-01-02T03:04:05&end=2036-01-01T00:00:00');
  assert.equal(body.tenant_usage.stop, '2026-01-02T03:04:05.678000');
  assert.ok(Math.abs(body.tenant_usage.total_hours - 0.678 / 3600) < 1e-9);
  const before = 'start=2025-01-01T00:00:00&end=2025-01-02T00:00:00';
  assert.deepEqual((await get('/p1', before)).body, { tenant_usage: {} });
  assert.deepEqual((await get('', before)).body, { tenant_usages: [] });
  assert.deepEqual((await get('', '')).status, 200);
});

test('a time is given back as it was asked for, to the microsecond', async () => {
  const { get } = usageInProcess();
  const { body } = await get('/p2', 'start=2026-01-02T03:04:05.517607&end=2036-01-01T00:00:00');
  assert.equal(body.tenant_usage.start, '2026-01-02T03:04:05.517607');
});

test('pages are of servers, from 2.40 on', async () => {
  const { get } = usageInProcess();
  const seen: string[] = [];
  for (let marker = ''; ; ) {
    const { body } = await get('', `${hour}&detailed=1&limit=1${marker}`);
    const [usage] = body.tenant_usages;
    if (usage === undefined) break;
    const [server] = usage.server_usages;
    seen.push(server.name);
    marker = `&marker=${server.instance_id}`;
    const next = new URL(body.tenant_usages_links[0].href);
    assert.equal(next.searchParams.get('marker'), server.instance_id);
  }
  assert.deepEqual([seen.slice(0, 2).sort(), seen.slice(2)], [['a', 'c'], ['b']]);
  assert.equal((await get('', `${hour}&limit=1`, { version: '2.39' })).body.tenant_usages.length, 2);
  const { status, message } = await get('', `${hour}&marker=x`);
  assert.deepEqual([status, message], [400, 'Marker x could not be found.']);
});

for (const [query, words] of [
  ['start=x', /^Invalid datetime string/],
  ['start=2026-01-01', /^Invalid datetime string/],
  ['start=2026-02-30T00:00:00', /^Invalid datetime string/],
  ['start=2026-01-01T00:00:00Z', /^Invalid datetime string/],
  ['end=2026-01-01%2000:00:00', /^Invalid datetime string/],
  ['start=2026-01-02T00:00:00&end=2026-01-01T00:00:00.5', /^Invalid start time/],
  ['start=2036-01-02T00:00:00', /^Invalid start time/],
] as const) {
  test(`'${query}' is no time`, async () => {
    const { status, message } = await usageInProcess().get('', query);
    assert.equal(status, 400);
    assert.match(message ?? '', words);
  });
}

test('whoever may read in a project sees what it has used, and administrators what all have', async () => {
  const { get } = usageInProcess();
  assert.equal((await get('/p1', hour, { token: 'rita:p1:reader' })).status, 200);
  assert.equal((await get('/p2', hour, { token: 'rita:p1:reader' })).status, 403);
  assert.equal((await get('', hour, { token: 'rita:p1:reader' })).status, 403);
  assert.equal((await get('/p1', `${hour}&detailed=1`, { version: '2.75' })).status, 400);
});
