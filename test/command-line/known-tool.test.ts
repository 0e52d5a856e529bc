import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { started } from '../clients/started.ts';
import { givenFlavors } from './about-flavors.ts';
import { aboutAggregates, aboutHosts, givenHosts } from './about-hosts.ts';
import { aboutKeypairs } from './about-keypairs.ts';
import { aboutPlacement } from './about-placement.ts';
import { aboutQuotas } from './about-quotas.ts';
import { aboutServerActions } from './about-server-actions.ts';
import { aboutServerMoves } from './about-server-moves.ts';
import { deleteServers, givenServers } from './about-servers.ts';
import { BothTools } from './both-tools.ts';
import { ComparedCommands } from './compared-commands.ts';

/** Every command that `berth` has of `openstack`, with both tools against one Berth: they print the same, but where it is said why not. */
const serveCloud = join(import.meta.dirname, '../../.ci/serve-cloud');

test('berth prints what openstack prints', { timeout: 600_000 }, async (t) => {
  if (!hasPythonModules(t, 'openstackclient', 'osc_placement')) return;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await started(t, serveCloud, port, ['--hosts', '4', '--', ...cloudOptions], { HARNESS_AUTH: 'identity' });
  const compared = new ComparedCommands();
  const home = givenFiles(t, {});
  const token = await tokenAt(url);

  await t.test('about Placement', async (t) => {
    // The known tool keeps the version of its first command.
    const [tools, older] = ['1.39', '1.11'].map(
      (version) =>
        new BothTools(
          t,
          {
            HOME: home,
            OS_AUTH_TYPE: 'admin_token',
            OS_ENDPOINT: `${url}/placement`,
            OS_TOKEN: token,
            OS_PLACEMENT_API_VERSION: version,
          },
          compared,
        ),
    ) as [BothTools, BothTools];
    await aboutPlacement(tools, older);
  });

  const computeEnvironment = {
    HOME: home,
    OS_AUTH_TYPE: 'v3token',
    OS_AUTH_URL: `${url}/identity/v3`,
    OS_TOKEN: token,
    OS_PROJECT_NAME: 'admin',
    OS_PROJECT_DOMAIN_ID: 'default',
  };
  await t.test('about compute', async (t) => {
    const tools = new BothTools(t, { ...computeEnvironment, OS_COMPUTE_API_VERSION: '2.90' }, compared);
    await givenHosts(tools);
    await givenFlavors(tools);
    await givenServers(tools);
    await aboutKeypairs(tools, home);
    await aboutAggregates(tools);
    await t.test('and tells what openstack cannot', () => tellsMore(tools));
    await aboutServerMoves(tools);
    await aboutServerActions(tools);
    await deleteServers(tools);
    await aboutHosts(tools);
    await tools.agreeOnChange('flavor delete flavor-@ private-@', null);
    const [known, ours] = await tools.agreeOnRefusal('flavor delete flavor-K flavor-O');
    for (const complaints of [known, ours]) assert.match(complaints, /2 of 2 flavors failed to delete\./);
    await tools.agreeOnRefusal('server show nobody');
  });

  await t.test('about quotas, and what an old version of compute has', async (t) => {
    const tools = new BothTools(t, { ...computeEnvironment, OS_COMPUTE_API_VERSION: '2.87' }, compared);
    tools.setOwn('{project}', 'demo', 'alt');
    await aboutQuotas(tools);
  });

  await t.test('and no command is left out without a reason', async () => {
    assert.deepEqual(await compared.missing(), []);
    assert.deepEqual(compared.needless(), []);
  });
});

/** Deleted servers can be restored, and those of one flavor are sent slowly from host to host. */
const cloudOptions = [
  '--reclaim-interval',
  '1h',
  '--fake-host-options',
  'vcpus=10,memory-mb=8192,disk-gb=1028,live-move-delay=600000,slow-flavors=slow',
];

async function tokenAt(url: string): Promise<string> {
  const domain = { id: 'default' };
  const user = { name: 'admin', password: 'secret', domain };
  const answer = await fetch(`${url}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user } },
        scope: { project: { name: 'admin', domain } },
      },
    }),
  });
  assert.equal(answer.status, 201);
  return answer.headers.get('x-subject-token') ?? '';
}

async function tellsMore(tools: BothTools): Promise<void> {
  assert.match(await tools.said('tree --provider host2'), /^host2 {2}[^\n]+\n {3}\w+ +#\.+ /);
  assert.equal((JSON.parse(await tools.said('tree --json')) as unknown[]).length, 4);
  assert.match(await tools.said('explain candidates --resource VCPU=11'), /lower VCPU from 11 to 10/);
  assert.match(await tools.said('explain server server-O'), /create: goes to host1/);
  const changes = (await tools.said('watch --since 0 --noun providers --count 2')).split('\n');
  assert.match(changes[0] ?? '', /^\d{4}-\d\d-\d\d [\d:.]+ #\d+ provider host\d \(/);
  const [change = ''] = (await tools.said('watch --since 0 --count 1 --json')).split('\n');
  assert.equal((JSON.parse(change) as { number: number }).number, 1);
}
