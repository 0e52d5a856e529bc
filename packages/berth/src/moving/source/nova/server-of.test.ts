import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Malformed } from '@berth/api-kit/json/json-reading.ts';
import { thingProblems } from '@berth/compute/records/thing-rules.ts';
import { finishServer, type ServerFacts } from './finish-server.ts';
import { novaThingIn } from './nova-thing.ts';
import { readServer } from './server-of.ts';
import { said, serverId } from './testing/said-server.ts';

const beside = { flavorId: 'f1', isLockedByOwner: false, isDeleted: false };
const node = { id: '00000000-0000-4000-8000-0000000000b1' as never, name: 'cn1' };
const facts: ServerFacts = {
  flavorNumbers: new Map([['f1', 4]]),
  groupOf: () => null,
  publicKeyOf: (userId, name) => (userId === 'alice' && name === 'k1' ? 'ssh-rsa AAAA' : null),
  nodeOf: (host) => (host === 'host1' ? node : null),
  allowsBusy: false,
};

const read = (change: Record<string, unknown> = {}, more: Partial<typeof beside> = {}) => {
  const { number, rank, line } = readServer({ ...said, ...change }, { ...beside, ...more });
  return { number, rank, ...novaThingIn('server', line) };
};

const kindsLost = (change: Record<string, unknown>) => read(change).losses.map(({ kind }) => kind);

test('a server is as it is told, and obeys the rules when what others tell of it is known', () => {
  const { thing, number, rank, losses } = read();
  assert.deepEqual([number, rank, losses], [10, 0, []]);
  const { server, losses: more } = finishServer({ ...thing, number: 10 }, facts, 10);
  assert.deepEqual(more, []);
  assert.deepEqual([...thingProblems('server', server)], []);
  assert.deepEqual(server.place, { host: 'host1', nodeId: node.id, nodeName: 'cn1', zone: 'nova' });
  assert.deepEqual(server.key, { name: 'k1', publicKey: 'ssh-rsa AAAA' });
  assert.equal(server.flavor.number, 4);
  assert.equal(server.launchedAt, Date.UTC(2026, 0, 1, 0, 0, 5));
});

test('what servers do not have here is told', () => {
  assert.deepEqual(kindsLost({ 'os-extended-volumes:volumes_attached': [{ id: 'v1' }, { id: 'v2' }] }), [
    'volume',
    'volume',
  ]);
  const address = { version: 4, addr: '10.0.0.9', 'OS-EXT-IPS-MAC:mac_addr': 'fa:16:3e:00:00:01' };
  const addresses = {
    private: [
      { ...address, 'OS-EXT-IPS:type': 'fixed' },
      { ...address, addr: '172.24.4.9', 'OS-EXT-IPS:type': 'floating' },
    ],
  };
  const { losses, thing } = read({ addresses, security_groups: [{ name: 'default' }] });
  assert.deepEqual(losses, [{ kind: 'floating-address', what: `server ${serverId}: 172.24.4.9` }]);
  assert.deepEqual(thing.addresses, [
    { network: 'private', version: 4, address: '10.0.0.9', mac: 'fa:16:3e:00:00:01' },
  ]);
  assert.deepEqual(kindsLost({ security_groups: [{ name: 'web' }] }), ['security-group']);
  assert.deepEqual(kindsLost({ 'OS-EXT-STS:vm_state': 'resized' }), ['resized']);
});

test('who has locked it, when it was deleted and which zone it is in come from what else is told', () => {
  const lock = { locked: true, locked_reason: 'why' };
  assert.deepEqual(read(lock).thing.lock, { by: 'admin', reason: 'why' });
  assert.deepEqual(read(lock, { isLockedByOwner: true }).thing.lock, { by: 'owner', reason: 'why' });
  const deleted = read({}, { isDeleted: true });
  assert.deepEqual([deleted.thing.deletedAt, deleted.rank], [deleted.thing.updatedAt, 1]);
  const nowhere = read({ 'OS-EXT-SRV-ATTR:host': null, 'OS-EXT-AZ:availability_zone': 'z1' });
  assert.deepEqual([nowhere.thing.place, nowhere.thing.pinnedZone, nowhere.rank], [null, 'z1', 2]);
  assert.equal(read({ pinned_availability_zone: 'z2' }).thing.pinnedZone, 'z2');
});

test('a machine that operators have named otherwise has no number', () => {
  assert.equal(read({ 'OS-EXT-SRV-ATTR:instance_name': 'vm-web' }).number, 0);
});

test('what is not that of a server is malformed', () => {
  for (const change of [{ created: 'today' }, { metadata: { a: 1 } }, { locked: 'yes' }, { id: 7 }]) {
    assert.throws(() => read(change), Malformed);
  }
  assert.throws(() => read({ 'OS-EXT-STS:power_state': 2 }), Malformed);
});

test('a key, a node or a number that cannot be had is told; of a server that lives, the rules tell a missing node', () => {
  const lostOf = (change: Record<string, unknown>, more: Partial<typeof beside> = {}, number = 10) => {
    const { thing } = read(change, more);
    const { server, losses } = finishServer({ ...thing, number }, facts, 10);
    return { server, kinds: losses.map(({ kind }) => kind) };
  };
  assert.deepEqual(lostOf({ key_name: 'gone' }).kinds, ['public-key']);
  assert.deepEqual(lostOf({}, {}, 11).kinds, ['instance-name']);
  const elsewhere = { 'OS-EXT-SRV-ATTR:host': 'host9' };
  const deleted = lostOf(elsewhere, { isDeleted: true });
  assert.deepEqual([deleted.kinds, deleted.server.place], [['node-of-deleted'], null]);
  const { server } = lostOf(elsewhere);
  assert.match([...thingProblems('server', server)].join(), /place: .*'nodeId': '', .* is not valid/);
});

test('a task that is not known here breaks a rule, unless busy servers are allowed', () => {
  const { thing } = read({ 'OS-EXT-STS:task_state': 'block_device_mapping' });
  const strict = finishServer({ ...thing, number: 10 }, facts, 10);
  assert.match([...thingProblems('server', strict.server)].join(), /taskState: /);
  const { server, losses } = finishServer({ ...thing, number: 10 }, { ...facts, allowsBusy: true }, 10);
  assert.deepEqual([server.taskState, losses.map(({ kind }) => kind)], [null, ['task']]);
  const known = read({ 'OS-EXT-STS:task_state': 'powering-off' }).thing;
  assert.equal(finishServer(known, { ...facts, allowsBusy: true }, 0).server.taskState, 'powering-off');
});
