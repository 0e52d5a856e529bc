import type { InProcess } from '@berth/placement/testing/in-process.ts';
import { aggregates, consumerIds, idOf, projects, providers, prunedCount } from './world.ts';

/** What was answered, by version and target. */
export type Answers = Readonly<Record<string, Answered>>;

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Every way to read, asked of a service whose clock stands still: the same ledger gives the same bytes. */
export async function answersOf(service: InProcess): Promise<Answers> {
  const answers: Record<string, Answered> = {};
  for (const version of versions) {
    for (const target of targets) {
      const { status, headers, text } = await service.request('GET', target, { version });
      const { 'x-openstack-request-id': requestId = '', ...kept } = headers;
      answers[`${version} ${target}`] = { status, headers: kept, text: text.replaceAll(requestId, 'req') };
    }
  }
  return answers;
}

const candidateQueries: readonly string[] = [
  'resources=VCPU:1',
  'resources=VCPU:1,DISK_GB:10',
  'resources=VCPU:2,MEMORY_MB:512,DISK_GB:10&required=HW_NUMA_ROOT',
  'resources=CUSTOM_NEW:1&required=!CUSTOM_FAST',
  'resources=PCPU:100',
  'resources=VCPU:1&resources_A=VCPU:1&required_A=CUSTOM_FAST&group_policy=isolate',
  `resources=MEMORY_MB:256&member_of=in:${aggregates.join()}&limit=2`,
];

/** Those at which much of what is shown changes. */
const versions = ['1.0', '1.11', '1.14', '1.19', '1.29', '1.38', '1.39'];

// All that is stored is in the export, too; a list of all standard traits would be another whenever the catalog grows.
const targets: readonly string[] = [
  '/',
  '/resource_classes',
  ...['VCPU', 'CUSTOM_GOLD', 'CUSTOM_NEW', 'CUSTOM_OLD', 'CUSTOM_GONE'].map(
    (name) => `/resource_classes/${name}`,
  ),
  '/traits?name=startswith:CUSTOM_',
  '/traits?name=in:HW_NUMA_ROOT,CUSTOM_FAST',
  '/traits?associated=true',
  ...['HW_NUMA_ROOT', 'CUSTOM_FAST', 'CUSTOM_LOST'].map((name) => `/traits/${name}`),
  '/resource_providers',
  '/resource_providers?name=cn2',
  '/resource_providers?resources=VCPU:2,CUSTOM_NEW:1',
  '/resource_providers?required=CUSTOM_FAST',
  ...aggregates.map((id) => `/resource_providers?member_of=${id}`),
  ...[...providers, 'c5']
    .map(idOf)
    .flatMap((id) => [
      `/resource_providers?in_tree=${id}`,
      ...['', '/inventories', '/usages', '/aggregates', '/traits', '/allocations', '/inventories/VCPU'].map(
        (below) => `/resource_providers/${id}${below}`,
      ),
    ]),
  ...consumerIds.map((id) => `/allocations/${idOf(id)}`),
  ...projects.map((id) => `/usages?project_id=${encodeURIComponent(id)}`),
  `/usages?project_id=${encodeURIComponent('project one')}&user_id=user`,
  '/usages?project_id=p2&consumer_type=INSTANCE',
  ...['', '/berth/v1/explain'].flatMap((before) =>
    candidateQueries.map((query) => `${before}/allocation_candidates?${query}`),
  ),
  '/berth/v1/changes',
  `/berth/v1/changes?since=${prunedCount}&limit=1000`,
  `/berth/v1/changes?since=${prunedCount}&limit=1000&noun=allocations`,
  `/berth/v1/changes?since=${prunedCount}&limit=1000&tree=${idOf('c1')}`,
];
