import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { type AggregateHost, aggregateHostId } from '@berth/compute-engine/host-aggregates/aggregate-host.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { GroupId, ServiceId } from '@berth/compute-engine/ids.ts';
import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import { placeOn, serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import { reading } from '../../testing/reading.ts';

const id = serverIdOf(1);
const gone = serverIdOf(2);
const owner = 'u:p';
const stranger = 'v:q';

const { ask } = reading(
  {
    kind: 'server-set',
    thing: someServer({
      metadata: { b: '2', __proto__x: 'y' },
      tags: ['blue', 'red'],
      vmState: 'building',
      addresses: [{ network: 'private', version: 4, address: '10.0.0.1', mac: '00:01' }],
    }),
  },
  { kind: 'server-set', thing: someServer({ id: gone, number: 2, deletedAt: 5, tags: ['red'] }) },
);

test('addresses by network, also while it is built', async () => {
  const addresses = { private: [{ version: 4, addr: '10.0.0.1' }] };
  assert.deepEqual((await ask(`GET /servers/${id}/ips`, { token: owner })).body, { addresses });
  assert.deepEqual((await ask(`GET /servers/${id}/ips/private`, { token: owner })).body, addresses);
  const { status, message } = await ask(`GET /servers/${id}/ips/other`, { token: owner });
  assert.deepEqual([status, message], [404, 'Instance is not a member of specified network']);
});

test('metadata, all and one', async () => {
  assert.deepEqual((await ask(`GET /servers/${id}/metadata`, { token: owner })).body, {
    metadata: { b: '2', __proto__x: 'y' },
  });
  assert.deepEqual((await ask(`GET /servers/${id}/metadata/b`, { token: owner })).body, { meta: { b: '2' } });
  for (const key of ['zz', 'constructor']) {
    const { status, message } = await ask(`GET /servers/${id}/metadata/${key}`, { token: owner });
    assert.deepEqual([status, message], [404, 'Metadata item was not found']);
  }
});

test('tags from 2.26 on', async () => {
  assert.deepEqual((await ask(`GET /servers/${id}/tags`, { token: owner, version: '2.26' })).body, {
    tags: ['blue', 'red'],
  });
  assert.equal((await ask(`GET /servers/${id}/tags`, { token: owner, version: '2.25' })).status, 404);
  assert.equal((await ask(`GET /servers/${id}/tags/red`, { token: owner })).status, 204);
  const { status, message } = await ask(`GET /servers/${id}/tags/zz`, { token: owner });
  assert.deepEqual([status, message], [404, `Server ${id} has no tag 'zz'`]);
});

for (const path of ['', '/ips', '/ips/private', '/metadata', '/metadata/b']) {
  test(`GET /servers/{id}${path} does not find what is deleted, or another's`, async () => {
    for (const [server, token] of [
      [gone, owner],
      [gone, 'admin'],
      [id, stranger],
      ['zz', 'admin'],
    ] as const) {
      const { status, message } = await ask(`GET /servers/${server}${path}`, { token });
      assert.deepEqual([status, message], [404, `Instance ${server} could not be found.`]);
    }
    assert.equal((await ask(`GET /servers/${id}${path}`)).status, 200);
  });
}

test("tags of another's server are forbidden, and those of none are nowhere", async () => {
  const forbidden = await ask(`GET /servers/${gone}/tags`, { token: stranger });
  assert.deepEqual(
    [forbidden.status, forbidden.message],
    [403, "Policy doesn't allow os_compute_api:os-server-tags:index to be performed."],
  );
  const deleted = await ask(`GET /servers/${gone}/tags/red`, { token: owner });
  assert.deepEqual([deleted.status, deleted.message], [404, `Instance ${gone} could not be found.`]);
  const none = await ask('GET /servers/zz/tags');
  assert.deepEqual([none.status, none.message], [404, 'Instance zz has no mapping to a cell.']);
});

test('what it shows of its host, its zone and its group is as these are now', async () => {
  const { ask, cloud } = reading(
    { kind: 'server-set', thing: someServer({ place: placeOn('host1'), groupId: 'g' as GroupId }) },
    { kind: 'service-set', thing: someService },
    { kind: 'server-group-set', thing: someGroup },
  );
  const shown = async () => {
    const { host_status, server_groups, ...rest } = (await ask(`GET /servers/${id}`)).body.server;
    const [listed] = (await ask('GET /servers/detail?all_tenants=1')).body.servers;
    const zone = 'OS-EXT-AZ:availability_zone';
    assert.deepEqual([listed.host_status, listed[zone]], [host_status, rest[zone]]);
    return [host_status, server_groups, rest[zone]];
  };
  assert.deepEqual(await shown(), ['UP', ['g'], 'nova']);
  applyComputeChange(cloud.compute, { kind: 'service-set', thing: { ...someService, isForcedDown: true } });
  assert.deepEqual(await shown(), ['DOWN', ['g'], 'nova']);
  applyComputeChange(cloud.compute, { kind: 'server-group-removed', id: 'g' as GroupId, rowKey: 'g' });
  assert.deepEqual(await shown(), ['DOWN', [], 'nova']);
  applyComputeChange(cloud.compute, { kind: 'host-aggregate-set', thing: someAggregate });
  applyComputeChange(cloud.compute, { kind: 'aggregate-host-set', thing: someMember });
  assert.deepEqual(await shown(), ['DOWN', [], 'east']);
});

const someService: ComputeService = {
  id: 's' as ServiceId,
  number: 1,
  host: 'host1',
  createdAt: 0,
  seenAt: 0,
  isUp: true,
  isForcedDown: false,
  disabled: null,
  failedBuilds: 0,
};

const someAggregate: HostAggregate = {
  id: 'a' as AggregateId,
  number: 1,
  name: 'rack',
  metadata: { availability_zone: 'east' },
  createdAt: 0,
  updatedAt: null,
};

const someMember: AggregateHost = {
  id: aggregateHostId(someAggregate.id, 'host1'),
  aggregateId: someAggregate.id,
  host: 'host1',
  position: 1,
};

const someGroup: ServerGroup = {
  id: 'g' as GroupId,
  number: 1,
  name: 'g',
  projectId: 'p',
  userId: 'u',
  policy: 'affinity',
  perHostMax: null,
  members: [id],
};
