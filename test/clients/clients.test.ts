import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { setTimeout } from 'node:timers/promises';
import { givenFiles } from '@berth/testing/given-files.ts';
import { ClientCommands } from './client-commands.ts';
import { started } from './started.ts';

/** Debian's `openstack` and `nova`, as they are, against Berth with a real Glance, whose tokens are told apart as Berth's are. */
const oracle = process.env['NOVA_ORACLE'] ?? join(import.meta.dirname, '../../../shared/oracle');
const serveCloud = join(import.meta.dirname, '../../.ci/serve-cloud');
const long = { timeout: 300_000 };

test('a life of a server by openstack and nova, with a token alone', long, async (t) => {
  if (!canRun(t)) return;
  const [berthPort, imagePort] = [await freePort(), await freePort()];
  const image = `http://127.0.0.1:${imagePort}`;
  const endpoint = `http://127.0.0.1:${berthPort}/compute/v2.1`;
  await Promise.all([
    started(t, join(oracle, 'start-glance'), imagePort, []),
    started(t, serveCloud, berthPort, ['--', '--image-url', image], { BERTH_IMAGE_TOKEN: 'admin' }),
  ]);
  const files = givenFiles(t, {
    'clouds.json': {
      clouds: {
        tokens: {
          auth_type: 'admin_token',
          auth: { endpoint, token: 'admin' },
          compute_api_version: '2.90',
          image_endpoint_override: image,
        },
      },
    },
    'image.raw': 'not much of an image',
  });
  const clients = new ClientCommands(t, {
    OS_CLIENT_CONFIG_FILE: join(files, 'clouds.json'),
    OS_CLOUD: 'tokens',
  });
  // It knows no clouds.yaml. The last two have to be there, and nobody is asked about them.
  const nova = new ClientCommands(t, {
    OS_AUTH_TYPE: 'admin_token',
    OS_ENDPOINT: endpoint,
    OS_TOKEN: 'admin',
    OS_PROJECT_ID: 'admin',
    OS_AUTH_URL: endpoint,
  });

  await clients.run(
    `openstack image create cirros --disk-format raw --container-format bare --file ${files}/image.raw`,
  );
  const flavor = await clients.json('flavor create small --ram 512 --disk 1 --property hw:cpu_policy=shared');
  assert.partialDeepStrictEqual(flavor, { ram: 512, properties: { 'hw:cpu_policy': 'shared' } });
  assert.match(
    await clients.refusal('openstack flavor set small --property hw:cpu_policy=deddicated'),
    /Validation failed; 'deddicated' is not one of: dedicated, shared, mixed/,
  );
  await clients.run(`openstack keypair create key --private-key ${files}/key.pem`);
  assert.partialDeepStrictEqual(await clients.json('keypair list'), [{ Name: 'key', Type: 'ssh' }]);
  const group = (await clients.json('server group create apart --policy anti-affinity')) as { id: string };

  const server = await clients.json(
    `server create one --flavor small --image cirros --key-name key --hint group=${group.id} --property a=b --tag blue --wait`,
  );
  assert.partialDeepStrictEqual(server, {
    status: 'ACTIVE',
    key_name: 'key',
    properties: { a: 'b' },
    tags: ['blue'],
  });
  const { id } = server as { id: string };
  assert.partialDeepStrictEqual(await clients.json('server list --long'), [
    { ID: id, Name: 'one', Status: 'ACTIVE', 'Image Name': 'cirros', Flavor: 'small' },
  ]);
  assert.partialDeepStrictEqual(await clients.json('server group show apart'), { members: [id] });

  const shown = async () => (await clients.json('server show one')) as Record<string, unknown>;
  /** The commands do not wait for what they ask for, and a server does one thing after the other. */
  const until = async (status: string) => {
    let found: unknown;
    do found = (await shown())['status'];
    while (found !== status && found !== 'ERROR');
    assert.equal(found, status);
  };
  for (const [command, status] of [
    ['stop', 'SHUTOFF'],
    ['start', 'ACTIVE'],
    ['pause', 'PAUSED'],
    ['unpause', 'ACTIVE'],
    ['suspend', 'SUSPENDED'],
    ['resume', 'ACTIVE'],
    ['rescue', 'RESCUE'],
    ['unrescue', 'ACTIVE'],
    ['shelve', 'SHELVED_OFFLOADED'],
    ['unshelve', 'ACTIVE'],
  ] as const) {
    await clients.run(`openstack server ${command} one`);
    await until(status);
  }
  await t.test('an image is made of a server, one when it is shelved, and backups', async () => {
    const images = async () =>
      ((await clients.json('image list')) as { Name: string }[]).map(({ Name }) => Name).sort();
    const are = async (...names: readonly string[]) => {
      for (let tries = 0; tries < 100 && (await images()).join(' ') !== names.join(' '); tries++)
        await setTimeout(100);
      assert.deepEqual(await images(), names);
    };
    // That of the server that came back is not needed any more.
    await are('cirros');
    for (const name of ['first', 'second']) {
      await clients.run(`openstack server backup create one --name ${name} --type daily --rotate 1`);
      await are('cirros', name);
      await until('ACTIVE');
    }
    await nova.run('nova shelve one');
    await until('SHELVED_OFFLOADED');
    await are('cirros', 'one-shelved', 'second');
    await clients.run('openstack server unshelve one --wait');
    await are('cirros', 'second');
    await clients.run('openstack server dump create one');
  });
  await clients.run('openstack server reboot --hard --wait one');
  await clients.run('openstack server lock one --reason mine');
  assert.partialDeepStrictEqual(await shown(), { locked: true, locked_reason: 'mine' });
  await clients.run('openstack server unlock one');
  await clients.run('openstack server rebuild one --image cirros --wait');
  await clients.run('openstack server set one --property c=d --tag red --description what');
  await clients.run('openstack server unset one --property a --tag blue');
  assert.partialDeepStrictEqual(await shown(), {
    status: 'ACTIVE',
    description: 'what',
    properties: { c: 'd' },
    tags: ['red'],
  });

  await t.test('hosts are put into aggregates, which are zones', async () => {
    await clients.run('openstack aggregate create rack --zone east --property ssd=true');
    const added = await clients.json('aggregate add host rack host1');
    assert.partialDeepStrictEqual(added, { name: 'rack', hosts: ['host1'], availability_zone: 'east' });
    assert.match(
      await clients.refusal('openstack aggregate delete rack'),
      /1 of 1 aggregates failed to delete/,
    );
    await clients.run('openstack aggregate set rack --property ssd=no --name racks');
    await clients.run('openstack aggregate unset racks --property ssd');
    assert.partialDeepStrictEqual(await clients.json('aggregate list --long'), [
      { Name: 'racks', Hosts: ['host1'], 'Availability Zone': 'east' },
    ]);
    const there = await clients.json(
      'server create there --flavor small --image cirros --availability-zone east --wait',
    );
    assert.partialDeepStrictEqual(there, {
      'OS-EXT-AZ:availability_zone': 'east',
      'OS-EXT-SRV-ATTR:host': 'host1',
    });
    await clients.run('openstack server delete there --wait');
    await clients.run('openstack aggregate remove host racks host1');
    await clients.run('openstack aggregate delete racks');
  });

  await t.test('what was done is listed, by time too', async () => {
    const more = 'trigger_crash_dump unshelve shelve createBackup createBackup unshelve shelve';
    const done = `rebuild unlock lock reboot ${more} unrescue rescue resume suspend unpause pause start stop create`;
    const actionsOf = async (window: string) =>
      ((await clients.json(`server event list one${window}`)) as { Action: string }[])
        .map((each) => each.Action)
        .join(' ');
    assert.equal(await actionsOf(''), done);
    assert.equal(await actionsOf(' --changes-before 2100-01-01'), done);
    assert.equal(await actionsOf(' --changes-before 2000-01-01'), '');
    const [, , create] = (await nova.run('nova instance-action-list one --changes-before 2100-01-01'))
      .split('\n')
      .filter((line) => line.startsWith('|'));
    assert.match(create ?? '', /\| stop /);
    assert.doesNotMatch(
      await nova.run('nova instance-action-list one --changes-before 2000-01-01'),
      /create/,
    );
  });

  await t.test('limits and quotas', async () => {
    const limits = (await clients.json('limits show --absolute')) as { Name: string; Value: number }[];
    const used = new Map(limits.map((limit) => [limit.Name, limit.Value]));
    assert.deepEqual([used.get('totalInstancesUsed'), used.get('maxTotalInstances')], [1, 10]);
    await nova.run('nova quota-update --instances 12 admin');
    assert.match(await nova.run('nova quota-show --tenant admin'), /instances +\| 12 /);
  });

  await clients.run('openstack server delete one --wait');

  await t.test('deleted servers are in windows of time, and nowhere else', async () => {
    assert.deepEqual(await clients.json('server list'), []);
    const before = await clients.json('server list --changes-before 2100-01-01');
    assert.partialDeepStrictEqual(before, [{ ID: id, Status: 'DELETED' }]);
    assert.deepEqual(await clients.json('server list --changes-before 2000-01-01'), []);
    assert.partialDeepStrictEqual(await clients.json('server list --deleted'), [{ ID: id }]);
    assert.match(await nova.run('nova list --changes-since 2000-01-01'), new RegExp(`${id} .* DELETED`));
    assert.match(await nova.run('nova list --changes-before 2100-01-01'), new RegExp(`${id} .* DELETED`));
    assert.doesNotMatch(await nova.run('nova list --changes-before 2000-01-01'), new RegExp(id));
    assert.match(
      await nova.refusal('nova list --changes-since 2100-01-01 --changes-before 2000-01-01'),
      /The value of changes-since must be less than or equal to changes-before/,
    );
    assert.deepEqual(await clients.json('server migration list --changes-before 2100-01-01'), []);
    assert.match(await nova.run('nova migration-list --changes-before 2100-01-01'), /\| Id/);
  });

  await t.test('nova does things with servers, too', async () => {
    // Made by the other: this one asks for images where compute is, when it has a token alone.
    await clients.run('openstack server create two --flavor small --image cirros');
    let list: string;
    do list = await nova.run('nova list');
    while (/BUILD/.test(list));
    assert.match(list, /two +\| ACTIVE/);
    await nova.run('nova lock two');
    assert.match(await nova.run('nova show two'), /locked +\| True/);
    await nova.run('nova unlock two');
    await nova.run('nova meta two set a=b');
    assert.match(await nova.run('nova show two'), /metadata +\| \{"a": "b"\}/);
    await nova.run('nova delete two');
  });
  await clients.run('openstack server group delete apart');
  await clients.run('openstack keypair delete key');
  await clients.run('openstack flavor delete small');
});

/** Whether clients and services are installed here. Where it is not, that is told; in CI it has to be. */
function canRun(t: TestContext): boolean {
  if (!hasPythonModules(t, 'openstackclient', 'novaclient', 'glance')) return false;
  if (existsSync(join(oracle, 'start-glance'))) return true;
  t.skip(`there is no ${oracle}/start-glance; NOVA_ORACLE says where it is`);
  return false;
}
