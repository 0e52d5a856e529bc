import type { Prng } from '@berth/testing/prng.ts';
import { badAggregates, badGroups, badResources, badTraits, badTrees } from './bad-values.ts';
import { ask, type Request } from './exchange.ts';
import { withOddHeaders, withVersionHeader } from './odd-headers.ts';
import { anyMinor, minorWith, oddVersionHeaders } from './versions.ts';
import type { World } from './world.ts';

/** A read that something is wrong with: a value, a header, a method, a path, the caller. */
export function malformedRead(prng: Prng, world: World): Request {
  return prng.weighted(kinds)(prng, world);
}

const kinds: readonly (readonly [number, (prng: Prng, world: World) => Request])[] = [
  [8, badCandidateQuery],
  [5, badProviderQuery],
  [3, badOtherQuery],
  [2, badEncoding],
  [3, wrongMethod],
  [2, unknownRoute],
  [2, oddIdentifier],
  [3, (prng, world) => withOddHeaders(prng, plainRead(prng, world))],
  [3, (prng, world) => withVersionHeader(plainRead(prng, world), prng.pick(oddVersionHeaders))],
];

/** Every readable route once, with identifiers that exist. */
function plainRead(prng: Prng, world: World): Request {
  return ask('GET', prng.pick(routes(prng, world)), anyMinor(prng));
}

function routes(prng: Prng, world: World): string[] {
  const provider = `/resource_providers/${prng.pick(world.providers).uuid}`;
  return [
    '/',
    '/resource_classes',
    '/resource_classes/VCPU',
    '/resource_providers',
    provider,
    `${provider}/inventories`,
    `${provider}/inventories/VCPU`,
    `${provider}/usages`,
    `${provider}/aggregates`,
    `${provider}/allocations`,
    `${provider}/traits`,
    `/allocations/${prng.pick([...world.consumers.map((each) => each.uuid), ...world.spareConsumers])}`,
    '/allocation_candidates?resources=VCPU:1',
    '/traits?name=startswith:CUSTOM_',
    '/traits/HW_CPU_X86_VMX',
    '/usages?project_id=project-a',
    '/allocations',
    '/reshaper',
  ];
}

function badCandidateQuery(prng: Prng, world: World): Request {
  const tree = prng.pick(world.providers).uuid;
  const query = prng.weighted([
    [6, `resources=${prng.pick(badResources)}`],
    [6, `resources=VCPU:1&required=${prng.pick(badTraits)}`],
    [5, `resources=VCPU:1&member_of=${prng.pick(badAggregates(prng))}`],
    [
      2,
      `resources=VCPU:1&in_tree=${prng.pick([...badTrees, tree.toUpperCase(), tree.replaceAll('-', ''), `%20${tree}`])}`,
    ],
    [
      3,
      `resources=VCPU:1&limit=${prng.pick(['', '0', '-1', 'abc', '1.5', '01', '%201', '1_0', '99999999999999999999', '1&limit=2'])}`,
    ],
    [4, `resources=VCPU:1&root_required=${prng.pick(badTraits)}`],
    [1, 'resources=VCPU:1&root_required=HW_CPU_X86_VMX&root_required=HW_NUMA_ROOT'],
    [1, 'resources=VCPU:1&root_required=HW_CPU_X86_VMX,HW_NUMA_ROOT,!HW_NUMA_ROOT,!HW_CPU_X86_VMX'],
    [
      3,
      `resources1=VCPU:1&resources2=VCPU:1&group_policy=${prng.pick(['', 'None', 'all', 'isolate&group_policy=none'])}`,
    ],
    [1, 'resources1=VCPU:1&resources2=VCPU:1'],
    [8, `resources=VCPU:1&resources_A=VCPU:1&${prng.pick(badGroups)}`],
    [2, ''],
    [2, prng.pick(['nope=1', 'resources=VCPU:1&nope=1&neither=2', 'Resources=VCPU:1', 'resource=VCPU:1'])],
    [1, 'resources=VCPU:1&resources=DISK_GB:1'],
    [
      2,
      prng.pick([
        'required=HW_CPU_X86_VMX',
        `member_of=${prng.uuid()}`,
        'limit=1',
        'group_policy=none',
        'same_subtree=_A',
        `in_tree=${tree}`,
      ]),
    ],
  ]);
  return ask(
    'GET',
    query === '' ? '/allocation_candidates' : `/allocation_candidates?${query}`,
    minorWith(prng, 10),
  );
}

function badProviderQuery(prng: Prng, world: World): Request {
  const provider = prng.pick(world.providers);
  const query = prng.weighted([
    [4, `resources=${prng.pick(badResources)}`],
    [4, `required=${prng.pick(badTraits)}`],
    [4, `member_of=${prng.pick(badAggregates(prng))}`],
    [
      2,
      `in_tree=${prng.pick([...badTrees, provider.uuid.toUpperCase(), provider.uuid.replaceAll('-', '')])}`,
    ],
    [2, `uuid=${prng.pick([...badTrees, provider.uuid.toUpperCase(), provider.uuid.replaceAll('-', '')])}`],
    [1, `name=${prng.pick(['', '%20', 'x'.repeat(300), '%25', provider.name.toUpperCase()])}`],
    [2, `name=${provider.name}&name=nope`],
    [1, `uuid=${provider.uuid}&uuid=nope`],
    [1, `member_of=${prng.uuid()}&member_of=${prng.uuid()}`],
    [2, prng.pick(['nope=1', 'limit=1', 'nope', '=1', '&', '&&name=x', 'name', 'name=a=b', 'name=a;uuid=b'])],
  ]);
  return ask('GET', `/resource_providers?${query}`, anyMinor(prng));
}

function badOtherQuery(prng: Prng, world: World): Request {
  const provider = `/resource_providers/${prng.pick(world.providers).uuid}`;
  const path = prng.pick([
    '/usages',
    '/usages?project_id=',
    '/usages?user_id=user-a',
    `/usages?project_id=${'x'.repeat(256)}`,
    '/usages?project_id=project-a&user_id=',
    '/usages?project_id=project-a&nope=1',
    '/usages?project_id=project-a&project_id=project-b',
    '/usages?project_id=project-a&consumer_type=all&user_id=user-a',
    '/usages?project_id=project-a&consumer_type=allow',
    '/usages?project_id=project-a&consumer_type=unknown_',
    '/usages?project_id=project-a&consumer_type=INSTANCE&consumer_type=MIGRATION',
    '/traits?nope=1',
    '/traits?name=',
    '/traits?name=nope',
    '/traits?name=in:HW_CPU_X86_VMX&name=in:HW_NUMA_ROOT',
    '/traits?name=startswith:in:',
    '/traits?name=IN:HW_CPU_X86_VMX',
    '/traits?associated=maybe',
    '/traits?associated=true&associated=false',
    '/traits/',
    '/traits/hw_cpu_x86_vmx',
    '/resource_classes?nope=1',
    '/resource_classes/VCPU?nope=1',
    `${provider}?nope=1`,
    `${provider}/inventories?nope=1`,
    `${provider}/usages?nope=1`,
    `${provider}/aggregates?nope=1`,
    `${provider}/traits?nope=1`,
    `${provider}/allocations?nope=1`,
    '/?nope=1',
  ]);
  return ask('GET', path, anyMinor(prng));
}

function badEncoding(prng: Prng): Request {
  const text = prng.pick(['%', '%z', '%zz', '%e4', '%ff%fe', '%C3%A4', '%00', '%0a', 'a+b', '%2B', '%25zz']);
  const path = prng.pick([
    `/resource_providers?name=${text}`,
    `/resource_providers?${text}=1`,
    `/resource_providers/${text}`,
    `/allocation_candidates?resources=${text}`,
    `/allocation_candidates?resources=VCPU:1&required=${text}`,
    `/usages?project_id=${text}`,
    `/traits?name=${text}`,
    `/traits/${text}`,
    `/resource_classes/${text}`,
    `/allocations/${text}`,
    `/${text}`,
  ]);
  return ask('GET', path, anyMinor(prng));
}

function wrongMethod(prng: Prng, world: World): Request {
  const path = prng.pick(routes(prng, world)).split('?')[0] ?? '/';
  const method = prng.pick(['PATCH', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'DELETE', 'PROPFIND']);
  const body = method === 'HEAD' || prng.chance(0.5) ? undefined : {};
  // A path that takes this method answers that it does not like the body; both are worth comparing, but nothing
  // here may change the world: see the writes for that.
  const isWrite = ['POST', 'PUT', 'DELETE'].includes(method);
  return ask(isWrite && allowsWrites(path) ? 'PATCH' : method, path, anyMinor(prng), body);
}

const allowsWrites = (path: string): boolean =>
  !/^\/$|\/usages|\/allocation_candidates|^\/traits$/.test(path);

function unknownRoute(prng: Prng, world: World): Request {
  const provider = prng.pick(world.providers).uuid;
  const path = prng.pick([
    '/nope',
    '//',
    '/resource_providers/',
    `/resource_providers/${provider}/`,
    `/resource_providers/${provider}/nope`,
    `/resource_providers/${provider}/inventories/`,
    `/resource_providers/${provider}/inventories/VCPU/total`,
    '/traits/A/B',
    '/resource_classes/A/B',
    '/Resource_Providers',
    '/usages/',
    '/allocations/',
    '/allocation_candidates/1',
    '/placement',
    '/.',
    '/resource_providers.json',
  ]);
  return ask(prng.pick(['GET', 'GET', 'GET', 'POST', 'PUT']), path, anyMinor(prng));
}

function oddIdentifier(prng: Prng, world: World): Request {
  const { uuid } = prng.pick(world.providers);
  const consumer = prng.pick([...world.consumers.map((each) => each.uuid), ...world.spareConsumers]);
  const odd = (text: string): string =>
    prng.pick([
      text.toUpperCase(),
      text.replaceAll('-', ''),
      `%7B${text}%7D`,
      `${text}0`,
      'nope',
      '1',
      text.slice(1),
    ]);
  const path = prng.pick([
    `/resource_providers/${odd(uuid)}`,
    `/resource_providers/${odd(uuid)}/inventories`,
    `/resource_providers/${odd(uuid)}/usages`,
    `/resource_providers/${odd(uuid)}/aggregates`,
    `/resource_providers/${odd(uuid)}/traits`,
    `/resource_providers/${odd(uuid)}/allocations`,
    `/resource_providers/${odd(uuid)}/inventories/VCPU`,
    `/resource_providers/${uuid}/inventories/vcpu`,
    `/resource_providers/${uuid}/inventories/NOPE`,
    `/allocations/${odd(consumer)}`,
  ]);
  return ask('GET', path, anyMinor(prng));
}
