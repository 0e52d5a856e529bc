import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { started } from '../clients/started.ts';
import { BothTools } from './both-tools.ts';

/** Every command that `berth` has of `openstack`, with both tools against one Berth: they print the same, but where it is said why not. */
const serveCloud = join(import.meta.dirname, '../../.ci/serve-cloud');

test('berth prints what openstack prints', { timeout: 300_000 }, async (t) => {
  if (!hasPythonModules(t, 'openstackclient', 'osc_placement')) return;
  const port = await freePort();
  await started(t, serveCloud, port, ['--hosts', '2']);
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
});

async function idOf(tools: BothTools, name: string): Promise<string> {
  return (await tools.berth(`resource provider list --name ${name} -f value -c uuid`)).output.trim();
}
