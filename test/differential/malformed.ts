import { ask, type Request } from './exchange.ts';
import type { Prng } from './prng.ts';
import { anyMinor, minorWith, newestMinor, oddVersionHeaders } from './versions.ts';
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

export function withVersionHeader(request: Request, value: string): Request {
  return { ...request, headers: { ...request.headers, 'openstack-api-version': value } };
}

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

const badResources = [
  '',
  '%20',
  'VCPU',
  'VCPU:',
  ':1',
  'VCPU:0',
  'VCPU:-1',
  'VCPU:+1',
  'VCPU:1.5',
  'VCPU:1:2',
  'VCPU:abc',
  'VCPU:1,',
  ',VCPU:1',
  'VCPU:1,,DISK_GB:1',
  'VCPU:1,VCPU:2',
  'VCPU:%201',
  '%20VCPU:1',
  'VCPU:1_0',
  'VCPU:0x10',
  'VCPU:%D9%A3',
  'VCPU:2147483648',
  'VCPU:9223372036854775808',
  'VCPU:99999999999999999999999',
  'vcpu:1',
  'NOPE:1',
  'CUSTOM_NOPE:1',
  'CUSTOM_NOPE:1,NOPE:1',
];

const badTraits = [
  '',
  ',',
  '!',
  '!!HW_CPU_X86_VMX',
  'HW_CPU_X86_VMX,',
  'HW_CPU_X86_VMX,,HW_NUMA_ROOT',
  'HW_CPU_X86_VMX,!HW_CPU_X86_VMX',
  'HW_CPU_X86_VMX,HW_CPU_X86_VMX',
  '%20HW_CPU_X86_VMX,%20!HW_NUMA_ROOT',
  'in:',
  'in:HW_CPU_X86_VMX',
  'in:HW_CPU_X86_VMX,',
  'in:HW_CPU_X86_VMX,!HW_NUMA_ROOT',
  '!in:HW_CPU_X86_VMX,HW_NUMA_ROOT',
  'NOPE',
  '!NOPE',
  'CUSTOM_NOPE,NOPE',
  'in:CUSTOM_NOPE,NOPE',
  'CUSTOM_NOPE,!NOPE',
  'hw_cpu_x86_vmx',
];

function badAggregates(prng: Prng): string[] {
  const [one, two] = [prng.uuid(), prng.uuid()];
  return [
    '',
    'in:',
    '!',
    '!in:',
    'nope',
    '!nope',
    'in:nope',
    'in:nope,neither',
    `in:${one},nope`,
    `${one},${two}`,
    `!${one},${two}`,
    `in:${one},`,
    `in:${one},${two}`,
    `!in:${one},${two}`,
    `in:!${one}`,
    one.replaceAll('-', ''),
    one.toUpperCase(),
    `%7B${one}%7D`,
    `%20${one}`,
  ];
}

const badTrees = [
  '',
  'nope',
  '%20',
  '00000000-0000-0000-0000-000000000000',
  '00000000000000000000000000000000',
];

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

const badGroups = [
  'required_B=HW_CPU_X86_VMX',
  'required_B=HW_CPU_X86_VMX&required_C=HW_NUMA_ROOT&group_policy=none',
  'required_B=HW_CPU_X86_VMX&same_subtree=_A',
  'required_B=HW_CPU_X86_VMX&same_subtree=_B',
  'required_B=HW_CPU_X86_VMX&required_C=HW_NUMA_ROOT&same_subtree=_A,_B&group_policy=none',
  'same_subtree=',
  'same_subtree=_A,',
  'same_subtree=_A,_X',
  'same_subtree=_X,_Y',
  'same_subtree=_A&same_subtree=_A',
  'same_subtree=%20_A',
  'member_of_B=nope',
  'in_tree_B=00000000-0000-0000-0000-000000000000',
  'resources.=VCPU:1',
  'resources0=VCPU:1',
  'resources01=VCPU:1',
  `resources${'x'.repeat(64)}=VCPU:1&group_policy=none`,
  `resources${'x'.repeat(65)}=VCPU:1&group_policy=none`,
  'resources%20=VCPU:1',
  'resources_A=DISK_GB:1',
  'required_A=HW_CPU_X86_VMX,!HW_CPU_X86_VMX',
  'required_A=in:HW_CPU_X86_VMX&required_A=!HW_CPU_X86_VMX',
  'required=in:HW_CPU_X86_VMX,HW_NUMA_ROOT&required=!HW_CPU_X86_VMX,!HW_NUMA_ROOT',
  'required_A=',
  'resources_A=',
];

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

/** Changes what the caller says of itself or of the form of the answer. */
export function withOddHeaders(prng: Prng, request: Request): Request {
  const headers: Record<string, string> = { ...request.headers };
  const change = prng.weighted<() => void>([
    [6, () => (headers['accept'] = prng.pick(oddAccepts))],
    [1, () => delete headers['accept']],
    [3, () => delete headers['x-auth-token']],
    [1, () => (headers['x-auth-token'] = '')],
    [2, () => (headers['x-auth-token'] = prng.pick(['somebody', 'somebody:project-a', 'admin:project-a']))],
    [1, () => Object.assign(headers, { 'x-auth-token': 'somebody', 'x-roles': 'admin' })],
    [1, () => Object.assign(headers, { 'x-auth-token': 'admin', 'x-roles': 'member' })],
    [1, () => (headers['content-type'] = 'text/plain')],
    [1, () => delete headers['openstack-api-version']],
  ]);
  change();
  return { ...request, headers };
}

const oddAccepts = [
  '*/*',
  'text/html',
  'text/plain',
  'application/xml',
  'application/*',
  'text/*',
  'text/html, application/json',
  'application/json;q=0.1, text/html',
  'application/json;q=0',
  'text/html;q=0.5, */*;q=0.1',
  'application/json; charset=utf-8',
  'garbage',
  '',
];

/** Spoils a write: its body, the form of it, its headers or its version. */
export function mangled(prng: Prng, request: Request): Request {
  const kind = prng.weighted([
    [10, 'body'],
    [3, 'json'],
    [2, 'type'],
    [2, 'headers'],
    [2, 'version'],
  ] as const);
  switch (kind) {
    case 'body':
      return request.body === undefined ? request : { ...request, body: withBadValue(prng, request.body) };
    case 'json':
      return request.body === undefined ? request : { ...request, body: brokenJson(prng, request.body) };
    case 'type':
      return withContentType(prng, request);
    case 'headers':
      return withOddHeaders(prng, request);
    case 'version':
      return withVersionHeader(
        request,
        prng.pick([...oddVersionHeaders, `placement 1.${prng.between(0, newestMinor)}`]),
      );
  }
}

function withContentType(prng: Prng, request: Request): Request {
  const { 'content-type': _, ...headers } = request.headers;
  const types = [
    'text/plain',
    'application/json; charset=utf-8',
    'application/xml',
    'APPLICATION/JSON',
    'json',
    '',
  ];
  const type = prng.pick([null, ...types]);
  return { ...request, headers: type === null ? headers : { ...headers, 'content-type': type } };
}

function brokenJson(prng: Prng, body: string): string {
  return prng.pick([
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '"text"',
    '1',
    body.slice(0, prng.below(body.length)),
    `${body}}`,
    `${body}${body}`,
    body.replaceAll('"', "'"),
    body.replace(/:(\d+)/, ':0$1'),
    body.replace(/}$/, ',}'),
    body.replace(/:/, ''),
    body.replace(/\d+/, 'NaN'),
    body.replace(/:\d+/, ':Infinity'),
    body.replace(/"/, '"\t'),
    body.replace(/"/, '"\\x'),
    `\uFEFF${body}`,
    ` \n ${body} \n`,
    body.replace(/^{/, '{"":1,'),
  ]);
}

const badValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  2,
  2_147_483_647,
  2_147_483_648,
  1e20,
  '',
  'x',
  '1',
  'nope with space',
  'x'.repeat(201),
  'x'.repeat(256),
  'CUSTOM_X',
  'VCPU',
  "it's",
  'ä<b>&"',
  '6e3f1b2c-0000-4000-a000-000000000001',
  '6e3f1b2c000040 00a000000000000001',
  '6E3F1B2C000040008000000000000001',
  [],
  {},
  [1],
  ['x'],
  { x: 1 },
];

/** Drops, adds or replaces one value somewhere in the body. */
function withBadValue(prng: Prng, body: string): string {
  const value = JSON.parse(body) as unknown;
  const places = placesIn(value, []);
  const place = prng.pick(places);
  const change = prng.pick(['replace', 'replace', 'drop', 'add', 'rename'] as const);
  return JSON.stringify(changed(prng, value, place, change));
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place): Place[] {
  const places: Place[] = [at];
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      places.push(...placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]));
    }
  }
  return places;
}

function changed(
  prng: Prng,
  value: unknown,
  place: Place,
  change: 'replace' | 'drop' | 'add' | 'rename',
): unknown {
  const [key, ...rest] = place;
  if (key === undefined) {
    if (change === 'add' && typeof value === 'object' && value !== null) {
      return Array.isArray(value)
        ? [...value, prng.pick(badValues)]
        : { ...value, [prng.pick(extraKeys)]: prng.pick(badValues) };
    }
    return prng.pick(badValues);
  }
  const isHere = rest.length === 0 && (change === 'drop' || change === 'rename');
  if (Array.isArray(value)) {
    return value.flatMap((inner: unknown, index) => {
      if (index !== key) return [inner];
      return isHere ? [] : [changed(prng, inner, rest, change)];
    });
  }
  const entries = Object.entries(value as Record<string, unknown>).flatMap(
    ([name, inner]): [string, unknown][] => {
      if (name !== key) return [[name, inner]];
      if (!isHere) return [[name, changed(prng, inner, rest, change)]];
      return change === 'drop' ? [] : [[prng.pick(extraKeys), inner]];
    },
  );
  return Object.fromEntries(entries);
}

const extraKeys = [
  'extra',
  'x y',
  '',
  'VCPU',
  'vcpu',
  'name',
  'generation',
  'uuid',
  '6e3f1b2c-0000-4000-a000-000000000001',
  "it's",
];
