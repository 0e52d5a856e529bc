import type { BothTools } from './both-tools.ts';

/** Quotas, and what projects have used; of servers that are gone, so that it is the same for whoever asks first. */
export async function aboutQuotas(tools: BothTools): Promise<void> {
  await tools.agree(`quota show demo ${ofCompute}`);
  await tools.agreeOnChange('quota set {project} --cores 7 --ram 1024', null);
  for (const command of [
    `quota show ${ofCompute}`,
    `quota show demo ${ofCompute}`,
    `quota show alt --default ${ofCompute}`,
    'quota list --compute',
    'quota list --compute --project admin',
    'quota list --compute --project demo --detail',
    'limits show --absolute',
    'limits show --absolute --project demo',
    'limits show --rate',
    'usage list',
    'usage list --start 2020-01-01 --end 2020-02-01',
    'hypervisor stats show',
  ])
    await tools.agree(command);
}

/** What both tools show: openstack has the quotas of networks besides. */
const ofCompute = [
  'cores',
  'injected-file-size',
  'injected-files',
  'injected-path-size',
  'instances',
  'key-pairs',
  'project',
  'project_name',
  'properties',
  'ram',
  'server-group-members',
  'server-groups',
]
  .map((column) => `-c ${column}`)
  .join(' ');
