import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { noLimits } from '../testing/some-server-request.ts';

const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';

test('a server, what it holds and what its host has to do are one decision', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  assert.equal(cloud.stateOf('web'), 'building scheduling none');
  assert.deepEqual(cloud.held('web'), { 'cn1 VCPU': 1, 'cn1 MEMORY_MB': 512, 'cn1 DISK_GB': 1 });
  const [order] = cloud.ordersOf('web');
  assert.equal(order?.host, 'cn1');
  assert.equal(order.work.kind, 'build');
  assert.deepEqual(cloud.actionsOf('web'), ['create']);
  assert.equal(cloud.server('web').addresses[0]?.address, '10.0.0.2');
});

test('when its host has built it, it runs', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  cloud.report('web', { kind: 'begun' });
  assert.equal(cloud.stateOf('web'), 'building spawning none');
  cloud.report('web', { kind: 'done' });
  assert.equal(cloud.stateOf('web'), 'active - running');
  assert.equal(cloud.server('web').launchedAt, now);
  assert.deepEqual(cloud.actionsOf('web'), ['create compute__do_build_and_run_instance@cn1:Success']);
  assert.deepEqual(cloud.ordersOf('web'), []);
});

test('where there is no host it is made in error, holds nothing, and says why', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:256 DISK_GB:100');
  cloud.create(['web']);
  const { fault, place, addresses, rootDeviceName } = cloud.server('web');
  assert.equal(cloud.stateOf('web'), 'error - none');
  assert.equal(fault?.message, 'No valid host was found. ');
  assert.deepEqual([place, addresses, rootDeviceName], [null, [], null]);
  assert.deepEqual(cloud.held('web'), {});
  assert.deepEqual(cloud.actionsOf('web'), [
    'create(Error) conductor_schedule_and_build_instances@controller:Error',
  ]);
});

test('of several, names and hostnames say which it is, and all of them find a host or none', () => {
  const cloud = new ServerCloud('cn1 VCPU:2 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['a', 'b']);
  assert.deepEqual(
    ['a', 'b'].map((name) => [
      cloud.server(name).name,
      cloud.server(name).hostname,
      cloud.server(name).launchIndex,
    ]),
    [
      ['web-1', 'web-1', 0],
      ['web-2', 'web-2', 1],
    ],
  );
  cloud.create(['c', 'd']);
  assert.deepEqual([cloud.stateOf('c'), cloud.stateOf('d')], ['error - none', 'error - none']);
});

test('fewer than the most are made where the limits leave room for as many as the least', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  const configured = { ...noLimits, servers: 3 };
  cloud.create(['a', 'b', 'c', 'd', 'e'], { least: 2, configured });
  assert.equal(cloud.compute.servers.size, 3);
  assert.equal(cloud.server('c').name, 'web-3');
  const refused = () => cloud.create(['f'], { configured });
  assertRefused(refused, {
    kind: 'too-many-servers',
    exceeded: [{ thing: 'servers', requested: '1', used: 3, limit: 3 }],
  });
});

test('a limit that would leave room for too few names all that there is too little of', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  const configured = { ...noLimits, servers: 1, cores: 1, memoryMb: 512 };
  assertRefused(() => cloud.create(['a', 'b', 'c'], { least: 2, configured }), {
    kind: 'too-many-servers',
    exceeded: [
      { thing: 'cores', requested: '3', used: 0, limit: 1 },
      { thing: 'servers', requested: '2-3', used: 0, limit: 1 },
      { thing: 'memoryMb', requested: '1536', used: 0, limit: 512 },
    ],
  });
});

test('a server joins the group of its hint, and a group that is not there is refused', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  const groupId = 'group' as never;
  assertRefused(() => cloud.create(['a'], { asked: { groupId } }), {
    kind: 'hinted-group-not-found',
    id: groupId,
  });
  const group = { id: groupId, name: 'g', policy: 'anti-affinity', perHostMax: null } as const;
  const asker = { projectId: 'project', userId: 'alice', configured: noLimits };
  cloud.decide({ kind: 'create-server-group', group, asker });
  const search = (name: string) => cloud.create([name], { asked: { groupId }, search: inGroup(groupId) });
  search('a');
  search('b');
  search('c');
  assert.deepEqual(cloud.compute.serverGroups.get(groupId)?.members, ['a', 'b', 'c']);
  assert.notEqual(cloud.server('a').place?.host, cloud.server('b').place?.host);
  assert.equal(cloud.stateOf('c'), 'error - none');
});

function inGroup(groupId: never) {
  const hints = { groupId, sameHosts: [], differentHosts: [], others: {} };
  return { diskFormat: null, forced: null, requested: null, hints, ignoredHosts: [] };
}

test('a host that is asked for has to be there', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  const search = (host_: string, nodeName: string | null = null) => ({
    ...inGroup(null as never),
    requested: { host: host_, nodeName },
  });
  assertRefused(() => cloud.create(['a'], { search: search('cn9') }), {
    kind: 'host-not-found',
    host: 'cn9',
  });
  assertRefused(() => cloud.create(['a'], { search: search('cn1', 'cn2') }), {
    kind: 'host-not-found',
    host: 'cn1',
  });
  cloud.create(['a'], { search: search('cn2', 'cn2') });
  assert.equal(cloud.server('a').place?.host, 'cn2');
});

test('addresses are given from the lowest on, and again when their server is gone', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['a', 'b', 'c']);
  cloud.settle();
  cloud.delete('b');
  cloud.settle();
  cloud.create(['d', 'e']);
  const address = (name: string) => cloud.server(name).addresses[0]?.address;
  assert.deepEqual(['a', 'c', 'd', 'e'].map(address), ['10.0.0.2', '10.0.0.4', '10.0.0.3', '10.0.0.5']);
  assert.deepEqual(cloud.server('b').addresses, []);
  assertRefused(() => cloud.create(['f'], { addresses: [0x0a00_0002] }), {
    kind: 'address-in-use',
    address: '10.0.0.2',
  });
});

test('where there are no addresses left, the servers are in error', () => {
  const cloud = new ServerCloud('cn1 VCPU:80 MEMORY_MB:81920 DISK_GB:100');
  cloud.create(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  cloud.create(['i']);
  assert.match(cloud.server('i').fault?.message ?? '', /^No fixed IP addresses available for network: /);
  cloud.create(['j'], { addresses: [] });
  assert.equal(cloud.stateOf('j'), 'building scheduling none');
});
