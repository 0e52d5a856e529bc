import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';

function givenHosts(...lines: readonly string[]) {
  const { ask, cloud } = computeInProcess();
  const hosts = new ServerCloud(lines.join('\n'));
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const disable = (host: string) => {
    const { id } = cloud.compute.services.ofHost(host) ?? assert.fail(host);
    hosts.decide({ kind: 'change-service', id, disabled: { reason: null }, now: 0 });
  };
  return { ask, disable };
}

const zone = (available: boolean) => ({ zoneName: 'nova', zoneState: { available }, hosts: null });

test('the zone of hosts is available as long as one of them takes servers', async () => {
  const { ask, disable } = givenHosts('cn1 VCPU:8', 'cn2 VCPU:8');
  const listed = async () => (await ask('GET /os-availability-zone')).body.availabilityZoneInfo;
  assert.deepEqual(await listed(), [zone(true)]);
  disable('cn1');
  assert.deepEqual(await listed(), [zone(true)]);
  disable('cn2');
  assert.deepEqual(await listed(), [zone(false)]);
});

test('where there are no hosts there is no zone', async () => {
  const { body } = await computeInProcess().ask('GET /os-availability-zone');
  assert.deepEqual(body, { availabilityZoneInfo: [] });
});

test('zones are listed for everybody in a project, at every version, whatever else is in the query', async () => {
  const { ask } = givenHosts('cn1 VCPU:8');
  for (const version of ['2.1', '2.75', '2.96']) {
    for (const token of ['admin', 'bob:p1', 'bob:p1:nobody']) {
      const { status, body } = await ask('GET /os-availability-zone?no=such', { version, token });
      assert.deepEqual([status, body], [200, { availabilityZoneInfo: [zone(true)] }], `${version} ${token}`);
    }
  }
});

test('in detail zones have the hosts that take servers, with whether they are up', async () => {
  const { ask, disable } = givenHosts('cn1 VCPU:8', 'cn2 VCPU:8');
  const service = { available: true, active: true, updated_at: '2026-01-02T03:04:05.678000' };
  const zoneState = { available: true };
  const internal = { zoneName: 'internal', zoneState, hosts: {} };
  const detail = async () => {
    const [first, ...rest] = (await ask('GET /os-availability-zone/detail')).body.availabilityZoneInfo;
    assert.deepEqual(first, internal);
    return rest;
  };
  const one = { 'nova-compute': service };
  assert.deepEqual(await detail(), [{ zoneName: 'nova', zoneState, hosts: { cn1: one, cn2: one } }]);
  disable('cn1');
  assert.deepEqual(await detail(), [{ zoneName: 'nova', zoneState, hosts: { cn2: one } }]);
  disable('cn2');
  assert.deepEqual(await detail(), [zone(false)]);
  assert.equal((await ask('GET /os-availability-zone/detail', { token: 'bob:p1' })).status, 403);
});
