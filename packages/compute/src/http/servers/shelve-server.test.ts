import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { imageDirectory } from '../../images/image-directory.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { usualServerSettings } from './usual-server-settings.ts';

const imageRef = '11111111-1111-4111-8111-111111111111';
const member = 'alice:aa';

/** A server that runs on one of two hosts, of an image in a directory. */
async function given(t: TestContext, { offloadsAtOnce = true } = {}) {
  const directory = join(temporaryDirectory(t), 'images');
  mkdirSync(directory);
  writeFileSync(join(directory, `${imageRef}.json`), JSON.stringify({ id: imageRef, name: 'cirros' }));
  const images = imageDirectory(directory);
  const servers = { ...usualServerSettings, offloadsAtOnce };
  const { ask, cloud } = computeInProcess({ settings: { servers }, images });
  const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
  const hosts = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  await ask('POST /flavors', { body: { flavor: { id: '1', name: 'small', ram: 512, vcpus: 1, disk: 1 } } });
  const server = { name: 'web', flavorRef: '1', imageRef, networks: 'none' };
  const { body } = await ask('POST /servers', { token: member, body: { server } });
  hosts.settle();
  const id = body.server.id as string;
  return {
    id,
    ask,
    hosts,
    act: (action: object, asked: { token?: string; version?: string } = {}) =>
      ask(`POST /servers/${id}/action`, { token: member, body: action, ...asked }),
    made: () => readdirSync(directory).filter((name) => !name.startsWith(imageRef)),
  };
}

/** The same, shelved. */
async function givenShelved(t: TestContext, options = {}) {
  const shelved = await given(t, options);
  assert.equal((await shelved.act({ shelve: null })).status, 202);
  shelved.hosts.settle();
  return shelved;
}

test('a server is shelved as an image of its name, and comes back of it', async (t) => {
  const { id, act, ask, hosts, made } = await givenShelved(t);
  const [file = ''] = made();
  assert.equal(hosts.stateOf(id), 'shelved_offloaded - shutdown');
  assert.equal(hosts.server(id).shelved?.imageId, file.replace('.json', ''));
  const { body } = await ask(`GET /servers/${id}`);
  const { status, 'OS-EXT-AZ:availability_zone': zone, hostId, host_status } = body.server;
  assert.deepEqual([status, zone, hostId, host_status], ['SHELVED_OFFLOADED', '', '', '']);
  assert.equal((await act({ unshelve: null })).status, 202);
  hosts.settle();
  assert.equal(hosts.stateOf(id), 'active - running');
  assert.deepEqual(hosts.imageChores(), [`discard ${file.replace('.json', '')}`]);
});

test('what cannot be shelved leaves no image behind', async (t) => {
  const { act, hosts, id, made } = await given(t);
  // The second finds the server busy once its image has been begun.
  const [one, two] = await Promise.all([act({ shelve: null }), act({ shelve: null })]);
  assert.deepEqual(new Set([one.status, two.status]), new Set([202, 409]));
  assert.equal(made().length, 1);
  hosts.settle();
  const refused = await act({ shelve: null });
  assert.deepEqual(
    [refused.status, refused.message],
    [409, `Cannot 'shelve' instance ${id} while it is in vm_state shelved_offloaded`],
  );
  assert.equal(made().length, 1);
});

test('where there is no image service nothing is shelved: its disk would be lost', async (t) => {
  const { hosts, id } = await given(t);
  const { ask, cloud } = computeInProcess({ images: { find: async () => null } });
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const { status, message } = await ask(`POST /servers/${id}/action`, { body: { shelve: null } });
  assert.deepEqual([status, message], [400, 'There is no image service that an image could be made in.']);
});

test('where it is to go is said from 2.77 on by a zone, and from 2.91 on by a host', async (t) => {
  const shelved = await givenShelved(t);
  const admin = { token: 'admin' };
  const says = async (unshelve: unknown, version: string) => {
    const { status, message } = await shelved.act({ unshelve }, { ...admin, version });
    return [status, message];
  };
  const zoneMissing = "'availability_zone' is a required property";
  assert.deepEqual(await says({ availability_zone: 'nope' }, '2.77'), [
    400,
    'The requested availability zone is not available',
  ]);
  assert.match(String((await says({}, '2.77'))[1]), new RegExp(zoneMissing));
  assert.match(String((await says({ availability_zone: null }, '2.90'))[1]), /None is not of type 'string'/);
  assert.match(String((await says({ host: 'cn1' }, '2.90'))[1]), new RegExp(zoneMissing));
  assert.match(String((await says({ host: null }, '2.91'))[1]), /is not valid under any of the given/);
  assert.deepEqual(await says({ host: 'nope' }, '2.91'), [400, 'Compute host nope could not be found.']);
  assert.deepEqual(await says({ host: 'cn1', availability_zone: 'internal' }, '2.91'), [
    409,
    'Host "cn1" is not in the availability zone "internal".',
  ]);
  const asMember = await shelved.act({ unshelve: { host: 'cn1' } });
  assert.deepEqual(
    [asMember.status, asMember.message],
    [403, "Policy doesn't allow os_compute_api:os-shelve:unshelve_to_host to be performed."],
  );
  // Up to 2.76 nobody looks at it.
  assert.deepEqual(await says({ availability_zone: 'nope' }, '2.76'), [202, undefined]);
});

for (const name of ['cn1', 'cn2']) {
  test(`an administrator says to which host it comes back: ${name}`, async (t) => {
    const { act, hosts, id } = await givenShelved(t);
    const { status } = await act({ unshelve: { host: name, availability_zone: null } }, { token: 'admin' });
    assert.deepEqual([status, hosts.server(id).place?.host], [202, name]);
  });
}

test('where servers stay on their hosts, administrators take them off', async (t) => {
  const { act, hosts, id } = await givenShelved(t, { offloadsAtOnce: false });
  assert.equal(hosts.stateOf(id), 'shelved - shutdown');
  const zoned = await act({ unshelve: { availability_zone: 'nova' } });
  assert.deepEqual(
    [zoned.status, zoned.message],
    [
      409,
      `Specifying an availability zone or a host when unshelving server "${id}" with status "shelved" is not supported. The server status must be SHELVED_OFFLOADED.`,
    ],
  );
  assert.equal((await act({ shelveOffload: null })).status, 403);
  assert.equal((await act({ shelveOffload: null }, { token: 'admin' })).status, 202);
  hosts.settle();
  assert.equal(hosts.stateOf(id), 'shelved_offloaded - shutdown');
});

test('backups are images that say what they are; of many the newest are kept', async (t) => {
  const { act, hosts, id, made } = await given(t);
  const backup = { name: 'b', backup_type: 'daily', rotation: '2', metadata: { a: 'b' } };
  const { status, body } = await act({ createBackup: backup });
  assert.equal(status, 202);
  assert.deepEqual(made(), [`${body.image_id}.json`]);
  assert.equal(hosts.stateOf(id), 'active image_backup running');
  hosts.settle();
  assert.deepEqual(hosts.imageChores(), [`rotate ${id} daily`]);
  assert.equal((await act({ createBackup: { ...backup, rotation: -1 } })).status, 400);
  // Whatever is kept is a number, and the same when it is read again.
  assert.equal((await act({ createBackup: { ...backup, rotation: '9'.repeat(400) } })).status, 202);
  const [order] = hosts.ordersOf(id);
  assert.deepEqual(JSON.parse(JSON.stringify(order?.work)), order?.work);
});

test('a crash dump is there from 2.17 on', async (t) => {
  const { act, hosts, id } = await given(t);
  assert.equal((await act({ trigger_crash_dump: null }, { version: '2.16' })).status, 404);
  assert.equal((await act({ trigger_crash_dump: null }, { version: '2.17' })).status, 202);
  assert.deepEqual(
    hosts.ordersOf(id).map(({ work }) => work.kind),
    ['crash-dump'],
  );
});
