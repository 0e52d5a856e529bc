import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { debianPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { startOracle } from '../differential/oracle.ts';
import { startedUp } from '../up/started-up.ts';
import { ClientCommands } from './client-commands.ts';

const run = promisify(execFile);
const window = '--changes-before 2100-01-01';
const before = '--changes-before 2000-01-01';

/** One process, `berth up`, and all of Debian's clients as they are, with the passwords of its clouds.yaml. */
test('a whole cloud in one process serves every client by its password', {
  timeout: 600_000,
}, async (t) => {
  if (!hasPythonModules(t, ...modules)) return;
  const directory = givenFiles(t, { 'image.raw': 'not much of an image' });
  await startedUp(t, ['--directory', join(directory, 'cloud')]);
  const cloudsFile = join(directory, 'cloud', 'clouds.yaml');
  const { clouds } = parse(readFileSync(cloudsFile, 'utf8')) as Clouds;
  const [admin, demo] = ['admin', 'demo'].map(
    (name) =>
      new ClientCommands(t, {
        OS_CLIENT_CONFIG_FILE: cloudsFile,
        OS_CLOUD: name,
        OS_COMPUTE_API_VERSION: '2.90',
        OS_PLACEMENT_API_VERSION: '1.28',
      }),
  ) as [ClientCommands, ClientCommands];
  const { auth } = clouds['admin'] as Clouds['clouds'][string];
  const url = auth.auth_url.replace(/\/identity\/v3$/, '');

  await t.test('openstack: tokens, the catalog, projects, users and roles', async () => {
    assert.partialDeepStrictEqual(Object.keys(await table(demo, 'token issue')), ['expires', 'id']);
    const catalog = await rows(demo, 'catalog list');
    assert.deepEqual(catalog.map((each) => String(each['Type'])).toSorted(), [
      'compute',
      'identity',
      'image',
      'network',
      'placement',
    ]);
    const project = await table(admin, 'project create team');
    await admin.run('openstack user create alice --password wonder --project team');
    await admin.run('openstack role add --project team --user alice member');
    assert.deepEqual(await rows(admin, 'role assignment list --user alice --names'), [
      {
        Role: 'member',
        User: 'alice@Default',
        Group: '',
        Project: 'team@Default',
        Domain: '',
        System: '',
        Inherited: false,
      },
    ]);
    const asAlice = { ...auth, username: 'alice', password: 'wonder', project_name: 'team' };
    const alice = new ClientCommands(t, environmentOf(asAlice));
    assert.equal((await table(alice, 'token issue'))['project_id'], project['id']);
    assert.match(
      await alice.refusal('openstack --os-password blunder token issue'),
      /requires authentication.*HTTP 401/,
    );
    assert.match(await demo.refusal('openstack user list'), /HTTP 403/);
    await admin.run('openstack user delete alice');
    await admin.run('openstack project delete team');
  });

  await t.test('openstack: what an image is made of comes back as it was', async () => {
    const [sent, saved] = [join(directory, 'image.raw'), join(directory, 'saved.raw')];
    const form = '--disk-format raw --container-format bare';
    await demo.run(`openstack image create own ${form} --file ${sent}`);
    await demo.run(`openstack image save own --file ${saved}`);
    assert.deepEqual(readFileSync(saved), readFileSync(sent));
  });

  await t.test(
    'openstack: flavors, key pairs, and the life of a server that is resized and migrated',
    async () => {
      await admin.run('openstack flavor create own.small --ram 128 --disk 1 --vcpus 1');
      await demo.run(`openstack keypair create key --private-key ${join(directory, 'key.pem')}`);
      await demo.run('openstack server create one --flavor own.small --image own --key-name key --wait');
      for (const [command, status] of [
        ['stop', 'SHUTOFF'],
        ['start', 'ACTIVE'],
      ] as const) {
        await demo.run(`openstack server ${command} one`);
        await until(demo, status);
      }
      await demo.run('openstack server resize one --flavor m1.tiny --wait');
      await demo.run('openstack server resize confirm one');
      await until(demo, 'ACTIVE');
      const { flavor } = await table(demo, 'server show one');
      const id = await idOfServer(demo);
      assert.match(JSON.stringify(flavor), /m1\.tiny/);
      const host = async () => (await table(admin, `server show ${id}`))['OS-EXT-SRV-ATTR:host'];
      const from = await host();
      await admin.run(`openstack server migrate ${id} --wait`);
      await demo.run('openstack server migrate confirm one');
      await until(demo, 'ACTIVE');
      assert.notEqual(await host(), from);
    },
  );

  await t.test('openstack: what was done and moved, in windows of time', async () => {
    const events = async (when: string) =>
      (await rows(demo, `server event list one ${when}`)).map((each) => each['Action']);
    assert.deepEqual(
      await events(window),
      'confirmResize migrate confirmResize resize start stop create'.split(' '),
    );
    assert.deepEqual(await events(before), []);
    const migrations = async (when: string) =>
      (await rows(admin, `server migration list ${when}`)).map((each) => [each['Type'], each['Status']]);
    assert.deepEqual(await migrations(window), [
      ['migration', 'confirmed'],
      ['resize', 'confirmed'],
    ]);
    assert.deepEqual(await migrations(before), []);
  });

  await t.test('openstack: providers, and their traits', async () => {
    const providers = await rows(admin, 'resource provider list');
    assert.equal(providers.length, 3);
    const uuid = String(providers[0]?.['uuid']);
    await admin.run('openstack trait create CUSTOM_BLUE');
    await admin.run(`openstack resource provider trait set ${uuid} --trait CUSTOM_BLUE`);
    assert.deepEqual(await rows(admin, `resource provider trait list ${uuid}`), [{ name: 'CUSTOM_BLUE' }]);
    assert.deepEqual(
      (await rows(admin, `resource provider inventory list ${uuid}`)).map((each) => each['resource_class']),
      ['VCPU', 'MEMORY_MB', 'DISK_GB'],
    );
    const id = await idOfServer(demo);
    const allocations = await rows(admin, `resource provider allocation show ${id}`);
    assert.equal(allocations.length, 1);
  });

  await t.test('nova, by the same password: servers, moves and actions in windows of time', async () => {
    const nova = new ClientCommands(t, environmentOf(auth));
    assert.match(await nova.run('nova list --all-tenants'), /\| one +\|/);
    assert.match(await nova.run(`nova migration-list ${window}`), /\| resize +\|/);
    assert.doesNotMatch(await nova.run(`nova migration-list ${before}`), /resize/);
    const id = await idOfServer(demo);
    assert.match(await nova.run(`nova instance-action-list ${id} ${window}`), /\| migrate +\|/);
    assert.doesNotMatch(await nova.run(`nova instance-action-list ${id} ${before}`), /migrate/);
  });

  await t.test('openstacksdk finds the same in every service', async () => {
    const env = { ...process.env, OS_CLIENT_CONFIG_FILE: cloudsFile };
    const script = join(import.meta.dirname, 'ask_cloud.py');
    const { stdout } = await run(debianPython, [script, 'admin', 'cirros'], { env });
    const { image, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
    assert.match(String(image), /\w/);
    assert.deepEqual(rest, {
      user: 'admin',
      flavors: ['m1.medium', 'm1.small', 'm1.tiny', 'own.small'],
      // That of another project.
      servers: [],
      networks: ['private'],
      providers: ['host1', 'host2', 'host3'],
    });
  });

  await t.test(
    "Debian's Placement, behind keystonemiddleware, believes the tokens of the cloud",
    async () => {
      const original = await startOracle(1, '', {
        'api.auth_strategy': 'keystone',
        'keystone_authtoken.auth_type': 'password',
        'keystone_authtoken.auth_url': auth.auth_url,
        'keystone_authtoken.www_authenticate_uri': auth.auth_url,
        'keystone_authtoken.username': auth.username,
        'keystone_authtoken.password': auth.password,
        'keystone_authtoken.project_name': auth.project_name,
        'keystone_authtoken.user_domain_id': 'default',
        'keystone_authtoken.project_domain_id': 'default',
        'keystone_authtoken.token_cache_time': '-1',
      });
      t.after(() => original.stop());
      const token = async (commands: ClientCommands) => String((await table(commands, 'token issue'))['id']);
      const status = async (given: string | undefined) => {
        const headers = given === undefined ? {} : { 'x-auth-token': given };
        return (await original.peer.send({ method: 'GET', path: '/resource_providers', headers })).status;
      };
      const ofAdmin = await token(admin);
      assert.deepEqual(
        [
          await status(ofAdmin),
          await status(await token(demo)),
          await status(`${ofAdmin}x`),
          await status(undefined),
        ],
        [200, 403, 401, 401],
      );
      await admin.run(`openstack token revoke ${ofAdmin}`);
      assert.equal(await status(ofAdmin), 401);
    },
  );

  await t.test('what of the original Nova asks for images reads, fills and deletes ours', async () => {
    const { id } = await table(demo, 'token issue');
    const image = await table(demo, 'image show own');
    const script = join(import.meta.dirname, 'image_of_nova.py');
    const { stdout } = await run(debianPython, [script, `${url}/image`, String(id), String(image['id'])]);
    assert.deepEqual(JSON.parse(stdout), {
      found: ['own', 'active', 0],
      content: 'not much of an image',
      kept: ['of nova', 'active', 23, image['id']],
      deleted: 'ImageNotFound',
    });
  });

  await t.test('openstack: all of it goes', async () => {
    await demo.run('openstack server delete one --wait');
    await demo.run('openstack keypair delete key');
    await demo.run('openstack image delete own');
    await admin.run('openstack flavor delete own.small');
    assert.deepEqual(await rows(demo, 'server list'), []);
    assert.partialDeepStrictEqual(await rows(demo, `server list ${window}`), [
      { Name: 'one', Status: 'DELETED' },
    ]);
  });
});

const modules = [
  'openstackclient',
  'novaclient',
  'osc_placement',
  'openstack',
  'keystonemiddleware',
  'placement.deploy',
  'waitress',
  'nova.image.glance',
] as const;

type Auth = Readonly<Record<'auth_url' | 'username' | 'password' | 'project_name', string>>;

interface Clouds {
  readonly clouds: Readonly<Record<string, { readonly auth: Auth }>>;
}

/** For clients without a clouds.yaml. */
function environmentOf({ auth_url, username, password, project_name }: Auth): Record<string, string> {
  return {
    OS_AUTH_URL: auth_url,
    OS_USERNAME: username,
    OS_PASSWORD: password,
    OS_PROJECT_NAME: project_name,
    OS_USER_DOMAIN_ID: 'default',
    OS_PROJECT_DOMAIN_ID: 'default',
    OS_IDENTITY_API_VERSION: '3',
  };
}

type Row = Readonly<Record<string, unknown>>;

async function table(commands: ClientCommands, command: string): Promise<Row> {
  return (await commands.json(command)) as Row;
}

async function rows(commands: ClientCommands, command: string): Promise<readonly Row[]> {
  return (await commands.json(command)) as readonly Row[];
}

async function idOfServer(commands: ClientCommands): Promise<string> {
  return String((await table(commands, 'server show one'))['id']);
}

/** The commands do not wait for what they ask for. */
async function until(commands: ClientCommands, status: string): Promise<void> {
  let found: unknown;
  do found = (await table(commands, 'server show one'))['status'];
  while (found !== status && found !== 'ERROR');
  assert.equal(found, status);
}
