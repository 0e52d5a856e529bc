import type { BothTools } from './both-tools.ts';

const consumer = 'cccccccc-0000-4000-8000-00000000000';
const aggregate = 'aaaaaaaa-0000-4000-8000-000000000001';

/** The commands of Placement; `older` speaks an old version of it. */
export async function aboutPlacement(tools: BothTools, older: BothTools): Promise<void> {
  const idOf = async (name: string) =>
    (await tools.said(`resource provider list --name ${name} -f value -c uuid`)).trim();
  const host = await idOf('host1');
  await tools.agreeOnChange('resource provider create rp-@');
  await tools.agreeOnChange(`resource provider create rp-@-child --parent-provider ${host}`, 'value');
  const ours = await idOf('rp-O');
  tools.setOwn('{rp}', await idOf('rp-K'), ours);
  tools.setOwn('{child}', await idOf('rp-K-child'), await idOf('rp-O-child'));
  tools.setOwn('{consumer}', `${consumer}1`, `${consumer}2`);

  await tools.agreeOnChange('resource provider set {child} --name renamed-@');
  await tools.agreeOnChange('resource provider set {child} --name moved-@ --parent-provider {rp}', 'value');
  await tools.agreeOnChange('trait create CUSTOM_@', null);
  await tools.agreeOnChange('resource class create CUSTOM_C_@', null);
  await tools.agreeOnChange('resource class set CUSTOM_C_@', null);
  for (const [command, format] of [
    [
      'inventory set {rp} --resource VCPU=16 --resource VCPU:allocation_ratio=4.5 --resource CUSTOM_C_@:reserved=0 --resource CUSTOM_C_@=7',
      'json',
    ],
    ['inventory set {rp} --amend --resource MEMORY_MB=512 --dry-run', 'json'],
    ['inventory set {rp} --amend --resource MEMORY_MB=512', 'value'],
    ['inventory class set {rp} MEMORY_MB --total 100 --max_unit 50 --allocation_ratio 1.5', 'json'],
    ['inventory class set {rp} MEMORY_MB --total 200', 'value'],
    ['inventory delete {rp} --resource-class MEMORY_MB', null],
    ['trait set {rp} --trait CUSTOM_@ --trait HW_CPU_X86_AVX', 'json'],
    ['trait set {rp} --trait CUSTOM_@ --trait HW_CPU_X86_AVX', 'value'],
  ] as const)
    await tools.agreeOnChange(`resource provider ${command}`, format);
  for (const format of ['json', 'value']) {
    const generation = (await tools.said(`resource provider show ${ours} -f value -c generation`)).trim();
    await tools.agreeOnChange(
      `resource provider aggregate set {rp} --aggregate ${aggregate} --generation ${generation}`,
      format,
    );
  }
  await tools.agree(
    `resource provider inventory set ${aggregate} --aggregate --resource VCPU=16 --resource DISK_GB=10`,
  );
  for (const format of ['json', 'value'])
    await tools.agreeOnChange(
      'resource provider allocation set {consumer} --allocation rp={rp},VCPU=2,DISK_GB=1 --project-id p --user-id u --consumer-type INSTANCE',
      format,
    );
  await agreeOnReads(tools, host, ours);
  for (const command of [
    'resource provider list',
    `resource provider allocation show ${consumer}1`,
    'allocation candidate list --resource VCPU=1',
  ])
    await older.agree(command, ['json']);
  await older.agree('resource usage show p');
  for (const format of ['json', 'value'])
    await tools.agreeOnChange(
      'resource provider allocation unset {consumer} --provider {rp} --resource-class DISK_GB',
      format,
    );
  for (const command of [
    'resource provider allocation delete {consumer}',
    'resource provider trait delete {rp}',
    'trait delete CUSTOM_@',
    'resource provider inventory delete {rp}',
    'resource class delete CUSTOM_C_@',
    'resource provider delete {child}',
    'resource provider delete {rp}',
  ])
    await tools.agreeOnChange(command, null);
  for (const command of ['resource provider list', 'resource class list', 'trait list --associated'])
    await tools.agree(command, ['json']);
}

async function agreeOnReads(tools: BothTools, host: string, provider: string): Promise<void> {
  for (const command of [
    'resource provider list',
    `resource provider list --member-of ${aggregate} --resource VCPU=1 --required CUSTOM_K,CUSTOM_O --forbidden HW_CPU_X86_SSE`,
    `resource provider list --in-tree ${host}`,
    'resource provider list --name host2',
    `resource provider show ${provider}`,
    `resource provider show ${provider} --allocations`,
    `resource provider inventory list ${provider}`,
    `resource provider inventory show ${provider} VCPU`,
    `resource provider aggregate list ${provider}`,
    `resource provider trait list ${provider}`,
    `resource provider usage show ${provider}`,
    `resource provider allocation show ${consumer}1`,
    `resource provider allocation show ${consumer}2`,
    `allocation candidate list --resource VCPU=1`,
    `allocation candidate list --group 1 --resource VCPU=1 --required CUSTOM_K --group 2 --resource DISK_GB=1 --group-policy isolate --limit 4`,
    'resource class list',
    'resource class show VCPU',
    'trait list --name startswith:CUSTOM_ --associated',
    'trait list --name in:HW_CPU_X86_AVX,CUSTOM_O',
    'trait show CUSTOM_O',
  ])
    await tools.agree(command);
  await tools.agree('resource provider list', ['table', 'csv', 'yaml']);
  await tools.agree(`resource provider show ${provider} --allocations`, ['table', 'shell', 'yaml']);
  await tools.agree('resource provider list --sort-column name --sort-descending -c name -c generation', [
    'value',
    'table',
  ]);
  await tools.agree('resource provider list --max-width 60 --name host1', ['table']);
}
