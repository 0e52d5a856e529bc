import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { started } from '../clients/started.ts';
import { BothTools } from './both-tools.ts';

/** Every command that `berth` has of `openstack`, with both tools against one Berth: they print the same, but where it is said why not. */
const oracle = process.env['NOVA_ORACLE'] ?? join(import.meta.dirname, '../../../shared/oracle');
const serveCloud = join(import.meta.dirname, '../../.ci/serve-cloud');

test('berth prints what openstack prints', { timeout: 300_000 }, async (t) => {
  if (!hasPythonModules(t, 'openstackclient', 'osc_placement')) return;
  if (!existsSync(join(oracle, 'start-glance'))) {
    t.skip(`there is no ${oracle}/start-glance; NOVA_ORACLE says where it is`);
    return;
  }
  const [port, imagePort] = [await freePort(), await freePort()];
  const image = `http://127.0.0.1:${imagePort}`;
  await Promise.all([
    started(t, join(oracle, 'start-glance'), imagePort, []),
    started(t, serveCloud, port, ['--hosts', '2', '--', '--image-url', image], {
      BERTH_IMAGE_TOKEN: 'admin',
    }),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    OS_AUTH_TYPE: 'admin_token',
    OS_TOKEN: 'admin',
    OS_PLACEMENT_API_VERSION: '1.39',
    HOME: givenFiles(t, {}),
  };
  await t.test('about Placement', async (t) => {
    const tools = new BothTools(t, { ...environment, OS_ENDPOINT: `${url}/placement` });
    const host = await idOf(tools, 'host1');
    const consumer = 'cccccccc-0000-4000-8000-00000000000';
    const aggregate = 'aaaaaaaa-0000-4000-8000-000000000001';

    await tools.agreeOnChange('resource provider create rp-@');
    await tools.agreeOnChange('resource provider create rp-@-child --parent-provider ' + host);
    const [known, ours] = [await idOf(tools, 'rp-K'), await idOf(tools, 'rp-O')];
    /** The same of each tool's own provider. */
    const own = async (command: string, format: string | null = 'json') => {
      const words = format === null ? '' : ` -f ${format}`;
      const theirs = await tools.openstack(
        command.replaceAll('{rp}', known).replaceAll('{c}', `${consumer}1`) + words,
      );
      const berths = await tools.berth(
        command.replaceAll('{rp}', ours).replaceAll('{c}', `${consumer}2`) + words,
      );
      assert.equal(theirs.status, 0, `${command}\n${theirs.complaints}`);
      assert.equal(berths.status, 0, `${command}\n${berths.complaints}`);
      assert.equal(berths.output.replaceAll(ours, known), theirs.output.replaceAll(ours, known), command);
    };
    await tools.agreeOnChange('trait create CUSTOM_@', null);
    await tools.agreeOnChange('resource class create CUSTOM_C_@', null);
    await tools.agreeOnChange('resource class set CUSTOM_C_@', null);
    await own(
      'resource provider inventory set {rp} --resource VCPU=16 --resource VCPU:allocation_ratio=4.5 --resource CUSTOM_C_K:reserved=0 --resource CUSTOM_C_K=7',
    );
    await own('resource provider inventory set {rp} --amend --resource MEMORY_MB=512 --dry-run');
    await own('resource provider inventory set {rp} --amend --resource MEMORY_MB=512', 'value');
    await own(
      'resource provider inventory class set {rp} MEMORY_MB --total 100 --max_unit 50 --allocation_ratio 1.5',
    );
    await own('resource provider inventory delete {rp} --resource-class MEMORY_MB', null);
    await own('resource provider trait set {rp} --trait CUSTOM_K --trait HW_CPU_X86_AVX');
    const generation = (
      await tools.berth(`resource provider show ${ours} -f value -c generation`)
    ).output.trim();
    await own(`resource provider aggregate set {rp} --aggregate ${aggregate} --generation ${generation}`);
    await own(
      `resource provider inventory set ${aggregate} --aggregate --resource VCPU=16 --resource DISK_GB=10`,
    );
    await own(
      'resource provider allocation set {c} --allocation rp={rp},VCPU=2,DISK_GB=1 --project-id p --user-id u --consumer-type INSTANCE',
    );
    for (const command of [
      'resource provider list',
      `resource provider list --member-of ${aggregate} --resource VCPU=1 --required CUSTOM_K,CUSTOM_O --forbidden HW_CPU_X86_SSE`,
      `resource provider list --in-tree ${host}`,
      'resource provider list --name host2',
      `resource provider show ${ours}`,
      `resource provider show ${ours} --allocations`,
      `resource provider inventory list ${ours}`,
      `resource provider inventory show ${ours} VCPU`,
      `resource provider aggregate list ${ours}`,
      `resource provider trait list ${ours}`,
      `resource provider usage show ${ours}`,
      `resource provider allocation show ${consumer}1`,
      `resource provider allocation show ${consumer}2`,
      `allocation candidate list --resource VCPU=1`,
      `allocation candidate list --group 1 --resource VCPU=1 --required CUSTOM_K --group 2 --resource DISK_GB=1 --group-policy isolate --limit 4`,
      'resource class list',
      'resource class show VCPU',
      'trait list --name startswith:CUSTOM_ --associated',
      'trait list --name in:HW_CPU_X86_AVX,CUSTOM_O',
      'trait show CUSTOM_O',
    ]) {
      await tools.agree(command, ['json', 'value']);
    }
    await tools.agree('resource provider list', ['table', 'csv', 'yaml']);
    await tools.agree(`resource provider show ${ours} --allocations`, ['table', 'shell', 'yaml']);
    await tools.agree('resource provider list --sort-column name --sort-descending -c name -c generation', [
      'value',
      'table',
    ]);
    await tools.agree('resource provider list --max-width 60 --name host1', ['table']);
    // The known tool keeps the version of its first command.
    const older = new BothTools(t, {
      ...environment,
      OS_ENDPOINT: `${url}/placement`,
      OS_PLACEMENT_API_VERSION: '1.11',
    });
    for (const command of [
      'resource provider list',
      `resource provider allocation show ${consumer}1`,
      'allocation candidate list --resource VCPU=1',
      'resource usage show p',
    ])
      await older.agree(command, ['json']);
    await own('resource provider allocation unset {c} --provider {rp} --resource-class DISK_GB');
    await own('resource provider allocation delete {c}', null);
    await own('resource provider trait delete {rp}', null);
    await tools.agreeOnChange('trait delete CUSTOM_@', null);
    await own('resource provider delete {rp}', null);
  });

  await t.test('about compute', async (t) => {
    const files = givenFiles(t, {
      'clouds.json': {
        clouds: {
          tokens: {
            auth_type: 'admin_token',
            auth: { endpoint: `${url}/compute/v2.1`, token: 'admin' },
            compute_api_version: '2.90',
            image_endpoint_override: image,
          },
        },
      },
      'image.raw': 'not much of an image',
    });
    const tools = new BothTools(t, {
      HOME: files,
      OS_CLIENT_CONFIG_FILE: join(files, 'clouds.json'),
      OS_CLOUD: 'tokens',
    });
    const { status } = await tools.openstack(
      `image create cirros --disk-format raw --container-format bare --file ${files}/image.raw`,
    );
    assert.equal(status, 0);
    await tools.agreeOnChange(
      "flavor create flavor-@ --ram 512 --disk 1 --swap 1 --rxtx-factor 1.5 --property hw:cpu_policy=shared --description 'what it is'",
    );
    await tools.agreeOnChange('flavor create private-@ --id 7-@ --private --vcpus 2');
    await tools.agreeOnChange(
      'flavor set flavor-@ --property hw:mem_page_size=small --description other',
      null,
    );
    await tools.agreeOnChange('flavor unset flavor-@ --property hw:mem_page_size', null);
    await tools.agreeOnChange(
      'server group create group-@ --policy anti-affinity --rule max_server_per_host=3',
    );
    await tools.agreeOnChange(
      'server create server-@ --flavor flavor-@ --image cirros --property a=b --tag blue --description what --availability-zone nova:host1 --wait',
    );
    await tools.agreeOnChange('aggregate create rack-@ --zone zone-@');
    await tools.agreeOnChange('aggregate set rack-@ --property ssd=true --property gone=1', null);
    await tools.agreeOnChange('aggregate unset rack-@ --property gone', null);
    await tools.agreeOnChange('server set server-@ --property c=d --tag red', null);
    await tools.agreeOnChange('server unset server-@ --property a --tag blue', null);
    await tools.agreeOnChange('server lock server-@ --reason mine', null);
    await tools.agreeOnChange('server migrate server-@ --host host2 --wait', null);
    await tools.agreeOnChange('server migration confirm server-@', null);
    await tools.agreeOnChange('compute service set host1 nova-compute --disable --disable-reason why', null);
    for (const command of [
      'server list',
      'server list --long',
      'server list --name server-O --status ACTIVE',
      'server list --changes-since 2000-01-01 --changes-before 2100-01-01',
      'server list -c ID -c Name -c Host --sort-column Name --sort-descending',
      'server show server-O',
      'server event list server-O --long',
      'server event list server-O --changes-before 2000-01-01',
      'server migration list',
      'server migration list --server server-O --type cold-migration --changes-before 2100-01-01',
      'server group list --long',
      'server group show group-O',
      'flavor list',
      'flavor list --all --long',
      'flavor show flavor-O',
      'flavor show private-O',
      'hypervisor list --long',
      'hypervisor show host1',
      'aggregate list --long',
      'aggregate show rack-O',
      'availability zone list --compute',
      'compute service list -c ID -c Binary -c Host -c Zone -c Status -c State',
    ]) {
      await tools.agree(command);
    }
    await tools.agree('server list --long', ['table', 'yaml', 'csv']);
    await tools.agree('server show server-O', ['table', 'shell', 'yaml']);
    await tools.agree('flavor show flavor-O', ['table']);
    await t.test('and tells what openstack cannot', async () => {
      const said = async (command: string) => {
        const { status, output, complaints } = await tools.berth(command);
        assert.equal(status, 0, `${command}\n${complaints}`);
        return output;
      };
      assert.match(await said('tree --provider host2'), /^host2 {2}[^\n]+\n {3}\w+ +#\.+ /);
      assert.equal((JSON.parse(await said('tree --json')) as unknown[]).length, 2);
      assert.match(await said('explain candidates --resource VCPU=11'), /lower VCPU from 11 to 10/);
      assert.match(await said('explain server server-O'), /create: goes to host1/);
      const changes = (await said('watch --since 0 --noun providers --count 2')).split('\n');
      assert.match(changes[0] ?? '', /^\d{4}-\d\d-\d\d [\d:.]+ #\d+ provider host\d \(/);
      assert.equal(
        (JSON.parse((await said('watch --since 0 --count 1 --json')).trim()) as { number: number }).number,
        1,
      );
    });
    await tools.agreeOnChange('server delete server-@ --wait', null);
    await tools.agree('server list --deleted');
    await tools.agreeOnChange('server group delete group-@', null);
    await tools.agreeOnChange('flavor delete flavor-@ private-@', null);
    const [known, ours] = await tools.agreeOnRefusal('flavor delete flavor-K flavor-O');
    for (const complaints of [known, ours]) assert.match(complaints, /2 of 2 flavors failed to delete\./);
    await tools.agreeOnRefusal('server show nobody');
  });
});

async function idOf(tools: BothTools, name: string): Promise<string> {
  return (await tools.berth(`resource provider list --name ${name} -f value -c uuid`)).output.trim();
}
