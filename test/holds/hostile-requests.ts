import { crowded, everywhere, idOf, nameAt, project, usedClass, type WorldSize } from './large-world.ts';

/** Something that one client may send, made to take long. */
export interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told how many copies were made before, where it is sent several times. */
  readonly body?: (copy: number) => string | Buffer;
  /** Sent so many times at once, each on a connection of its own; once unless told. */
  readonly times?: number;
}

const host = (index: number) => `/resource_providers/${idOf('host', index)}`;
const wholeBody = 8 * 1024 * 1024 - 1024;
const queryMax = 60_000;

/** Every route at sizes that hurt. In order: what is written by one is read by those after it. */
export function hostileRequests(size: WorldSize, bodyBytes = wholeBody): HostileRequest[] {
  const upTo = (wanted: number) => Math.min(wanted, size.providers - 10, size.names - 10);
  return [
    ...reads(),
    ...queries(),
    ...headers(),
    ...bodies(bodyBytes),
    ...allowedBodies(bodyBytes),
    ...allowedWrites(),
    ...writes(upTo, bodyBytes / wholeBody),
  ];
}

function reads(): HostileRequest[] {
  return [
    get('all providers', '/resource_providers'),
    get('all providers again', '/resource_providers'),
    get('all providers at 1.0', '/resource_providers', '1.0'),
    get('providers of an aggregate', `/resource_providers?member_of=${everywhere}`),
    get('providers with room', '/resource_providers?resources=VCPU:1,MEMORY_MB:1'),
    get('providers with a trait', '/resource_providers?required=COMPUTE_NODE'),
    get('providers without a trait', '/resource_providers?required=!HW_CPU_X86_VMX'),
    get('providers of a deep tree', `/resource_providers?in_tree=${idOf('level', 0)}`),
    get('one provider', `/resource_providers/${crowded}`),
    get('allocations of a crowd', `/resource_providers/${crowded}/allocations`),
    get('allocations of a crowd at 1.0', `/resource_providers/${crowded}/allocations`, '1.0'),
    get('usages of a crowd', `/resource_providers/${crowded}/usages`),
    get('usages of a project', `/usages?project_id=${project}`),
    get('usages of a project at 1.9', `/usages?project_id=${project}`, '1.9'),
    get('usages of a project, all types', `/usages?project_id=${project}&consumer_type=all`),
    get('usages of a user', `/usages?project_id=${project}&user_id=user-17`),
    get('traits', '/traits'),
    get('traits by prefix', '/traits?name=startswith:CUSTOM'),
    get('traits in use', '/traits?associated=true'),
    get('traits not in use', '/traits?associated=false'),
    get('classes', '/resource_classes'),
    { ...get('all providers, 20 at once', '/resource_providers'), times: 20 },
    { ...get('providers with room, 20 at once', '/resource_providers?resources=VCPU:1'), times: 20 },
    { ...get('allocations of a crowd, 20 at once', `/resource_providers/${crowded}/allocations`), times: 20 },
  ];
}

function queries(): HostileRequest[] {
  const classes = filled(queryMax, (index) => `${nameAt(index + 1)}:1`, ',');
  const traits = filled(queryMax, nameAt, ',');
  return [
    get('member_of=in: of 60 kB', `/resource_providers?member_of=in:${filled(queryMax, aggregateAt, ',')}`),
    get('member_of=!in: of 60 kB', `/resource_providers?member_of=!in:${filled(queryMax, aggregateAt, ',')}`),
    get(
      'member_of many times',
      `/resource_providers?${filled(queryMax, (n) => `member_of=${aggregateAt(n)}`, '&')}`,
    ),
    get(
      'member_of one many times',
      `/resource_providers?${filled(queryMax, () => `member_of=${everywhere}`, '&')}`,
    ),
    get('resources of 60 kB', `/resource_providers?resources=${classes}`),
    get('resources one many times', `/resource_providers?resources=${filled(queryMax, () => 'VCPU:1', ',')}`),
    get('required of 60 kB', `/resource_providers?required=${traits}`),
    get(
      'required=! of 60 kB',
      `/resource_providers?required=${filled(queryMax, (n) => `!${nameAt(n)}`, ',')}`,
    ),
    get('required=in: of 60 kB', `/resource_providers?required=in:${traits}`),
    get(
      'required one many times',
      `/resource_providers?${filled(queryMax, () => 'required=in:COMPUTE_NODE,HW_CPU_X86_AVX2', '&')}`,
    ),
    get(
      'required unknown of 60 kB',
      `/resource_providers?required=${filled(queryMax, (n) => `CUSTOM_NO_${n}`, ',')}`,
    ),
    get('traits in: of 60 kB', `/traits?name=in:${traits}`),
    get('many parameters', `/resource_providers?${filled(queryMax, (n) => `p${n}=`, '&')}`),
    get('one parameter many times', `/resource_providers?${filled(queryMax, () => 'name=', '&')}`),
    get('an encoded name', `/resource_providers?name=${filled(queryMax, () => '%C3%A4', '')}`),
    get('a name that is no UTF-8', `/resource_providers?name=${filled(queryMax, () => '%41', '')}%FF`),
    get('a uuid of dashes', `/resource_providers?uuid=${filled(queryMax, () => '-', '')}`),
    get('a uuid of prefixes', `/resource_providers?uuid=${filled(queryMax, () => 'urn:', '')}`),
    get('a class of 60 kB', `/resource_classes/${filled(queryMax, () => 'A', '')}`),
    get(
      'a path of slashes',
      filled(queryMax, () => '/', ''),
    ),
  ];
}

function headers(): HostileRequest[] {
  const request = get('', '/resource_classes/VCPU');
  const long = 50_000;
  return [
    {
      ...request,
      name: 'accept of many types',
      headers: { accept: filled(long, (n) => `a/b;q=0.${n % 1000}`, ',') },
    },
    { ...request, name: 'accept of semicolons', headers: { accept: `a/b${';'.repeat(long)}` } },
    { ...request, name: 'accept of spaces', headers: { accept: `a/b${' '.repeat(long)}x` } },
    {
      ...request,
      name: 'version of many services',
      headers: { 'openstack-api-version': filled(long, (n) => `s${n} 1.1`, ',') },
    },
    {
      ...request,
      name: 'version of spaces',
      headers: { 'openstack-api-version': `placement ${' '.repeat(long)}x` },
    },
    { ...request, name: 'a long token', headers: { 'x-auth-token': filled(long, () => 'a:', '') } },
  ];
}

function bodies(bodyMax: number): HostileRequest[] {
  const part = (bytes: number) => (bytes / wholeBody) * bodyMax;
  const post = (name: string, body: () => string | Buffer): HostileRequest => ({
    ...send('POST', name, '/allocations', body),
  });
  const aggregates = (name: string, body: () => string | Buffer): HostileRequest =>
    send('PUT', name, `${host(1)}/aggregates`, body, '1.1');
  return [
    post('8 MB of [', () => '['.repeat(bodyMax)),
    post('8 MB of [] in one array', () => `[${filled(bodyMax, () => '[]', ',')}]`),
    post(
      '8 MB of [[ ]] without commas',
      () => `${'['.repeat(190)}${' '.repeat(bodyMax - 400)}${']'.repeat(190)}`,
    ),
    post('8 MB of spaces, then an error', () => `${' '.repeat(bodyMax)}x`),
    post('8 MB of line feeds, then an error', () => `${'\n'.repeat(bodyMax)}x`),
    post('a string of 8 MB', () => `"${'a'.repeat(bodyMax)}"`),
    post('a string of 8 MB without an end', () => `"${'a'.repeat(bodyMax)}`),
    post('a string of 8 MB of escapes', () => `"${'\\n'.repeat(bodyMax / 2)}"`),
    post('a string of 8 MB of escapes, cut', () => `"${'\\n'.repeat(bodyMax / 2)}`),
    post('a string of 8 MB of half characters', () => `"${'\\ud800'.repeat(bodyMax / 6)}"`),
    post('a string of 8 MB beyond ASCII', () => `"${'ä'.repeat(bodyMax / 2)}"`),
    post('a string of 8 MB of emoji', () => `"${'😀'.repeat(bodyMax / 4)}`),
    post('8 MB that end without UTF-8', () =>
      Buffer.concat([Buffer.from(`"${'a'.repeat(bodyMax)}`), Buffer.from([0xff])]),
    ),
    post('8 MB beyond ASCII that end without UTF-8', () =>
      Buffer.concat([Buffer.from(`"${'ä'.repeat(bodyMax / 2)}`), Buffer.from([0xff])]),
    ),
    post('a number of 8 MB', () => '1'.repeat(bodyMax)),
    post('a fraction of 8 MB', () => `0.${'1'.repeat(bodyMax)}`),
    post('many numbers', () => `[${filled(part(1_400_000), () => '123456', ',')}]`),
    post('an error at the end of many values', () => `[${filled(bodyMax, () => `"${'a'.repeat(40)}"`, ',')}`),
    post(
      'many keys that are no uuid',
      () => `{${filled(bodyMax, (n) => `"${'k'.repeat(30)}${n}":{}`, ',')}}`,
    ),
    post('many short keys', () => `{${filled(part(1_900_000), (n) => `"${n}x":0`, ',')}}`),
    post('many keys that are numbers', () => `{${filled(part(1_900_000), (n) => `"${n * 7919}":0`, ',')}}`),
    post('one key many times', () => `{${filled(part(1_900_000), () => '"k":0', ',')}}`),
    post('keys beyond ASCII', () => `{${filled(part(4_000_000), (n) => `"${'ä😀'.repeat(4)}${n}":0`, ',')}}`),
    post('keys with one hash', () => `{${sameHashKeys(part(1_900_000))}}`),
    post(
      'many violations',
      () => `{${filled(bodyMax, (n) => `"${idOf('other', n)}":{"allocations":1}`, ',')}}`,
    ),
    post('one late violation', () => `{${filled(bodyMax - 200, claimAt, ',')},"${idOf('other', 9e9)}":7}`),
    post('a __proto__ many times', () => `{${filled(part(1_900_000), () => '"__proto__":{}', ',')}}`),
    aggregates(
      'aggregates twice',
      () => `[${filled(part(7_000_000), aggregateText, ',')},${aggregateText(0)}]`,
    ),
    aggregates('aggregates that are arrays', () => `[${filled(part(2_000_000), (n) => `[${n}]`, ',')}]`),
    aggregates(
      'aggregates, a late one of 1 MB',
      () => `[${filled(part(6_000_000), aggregateText, ',')},"${'{'.repeat(part(1_000_000))}"]`,
    ),
    send('POST', 'a provider with a name of 8 MB', '/resource_providers', () =>
      JSON.stringify({ name: 'n'.repeat(bodyMax - 100) }),
    ),
    send('POST', 'a provider with a name of quotes', '/resource_providers', () =>
      JSON.stringify({ name: `"'`.repeat(part(1_900_000)) }),
    ),
    send('PUT', 'inventories of many unknown classes', `${host(2)}/inventories`, () =>
      inventoriesOf(filled(bodyMax - 100, (n) => `"CUSTOM_NO_${n}":{"total":1}`, ',')),
    ),
    send('PUT', 'inventories of many names that no class has', `${host(2)}/inventories`, () =>
      inventoriesOf(filled(bodyMax - 100, (n) => `"no class ${n}":{"total":1}`, ',')),
    ),
    send(
      'PUT',
      'traits of many unknown names',
      `${host(2)}/traits`,
      () =>
        `{"resource_provider_generation":1,"traits":[${filled(part(4_000_000), (n) => `"CUSTOM_NO_${n}"`, ',')}]}`,
    ),
    send(
      'PUT',
      'one trait many times',
      `${host(2)}/traits`,
      () =>
        `{"resource_provider_generation":1,"traits":[${filled(part(2_900_000), () => '"COMPUTE_NODE"', ',')}]}`,
    ),
  ];
}

/** As much as a body may hold: values, texts, digits. */
function allowedBodies(bodyMax: number): HostileRequest[] {
  const values = Math.round((49_000 * bodyMax) / wholeBody);
  const textBytes = Math.min(1_048_000, bodyMax / 8);
  const post = (name: string, body: () => string): HostileRequest =>
    send('POST', `just allowed: ${name}`, '/allocations', body);
  const aggregates = (name: string, body: () => string): HostileRequest =>
    send('PUT', `just allowed: ${name}`, `${host(1)}/aggregates`, body, '1.1');
  return [
    post('short keys', () => `{${listed(values, (n) => `"${n}x":0`)}}`),
    post('keys that are numbers', () => `{${listed(values, (n) => `"${n * 7919}":0`)}}`),
    post('long keys with one beginning', () => `{${listed(values, (n) => `"${'k'.repeat(140)}${n}":0`)}}`),
    post('keys beyond ASCII', () => `{${listed(values, (n) => `"${'ä😀'.repeat(20)}${n}":0`)}}`),
    post('objects with a key of their own', () => `[${listed(values / 2, (n) => `{"a${n}":0}`)}]`),
    post('lists in lists', () => `[${listed(values / 180, () => '['.repeat(180) + ']'.repeat(180))}]`),
    post('violations', () => `{${listed(values / 2, (n) => `"${idOf('other', n)}":{"allocations":1}`)}}`),
    post('a late violation', () => `{${listed(values / 10, claimAt)},"${idOf('other', 9e9)}":7}`),
    post('texts of escapes', () => `[${listed(8, () => `"${'\\n'.repeat(textBytes / 2)}"`)}]`),
    post('texts beyond ASCII', () => `[${listed(8, () => `"${'ä'.repeat(textBytes / 2)}"`)}]`),
    post('texts of escapes, cut', () => `[${listed(8, () => `"${'\\n'.repeat(textBytes / 2)}"`)}`),
    post('long numbers', () => `[${listed(bodyMax / 4_300, () => '1'.repeat(4_298))}]`),
    aggregates(
      'aggregates of which one is twice',
      () => `[${listed(values, aggregateText)},${aggregateText(0)}]`,
    ),
    aggregates('lists of which one is twice', () => `[${listed(values / 2, (n) => `[${n}]`)},[0]]`),
    aggregates('texts that are no uuid', () => `[${listed(8, () => `"${'{'.repeat(textBytes)}"`)}]`),
  ];
}

/** As much as one request may write, at the usual setting; the same again takes the first away. */
function allowedWrites(): HostileRequest[] {
  const put = (name: string, path: string, body: () => string): HostileRequest =>
    send('PUT', `just allowed: ${name}`, path, body);
  const first = (count: number) => Math.min(4_990, count);
  return [
    send(
      'POST',
      'just allowed: claims of two classes',
      '/allocations',
      () => `{${listed(1_660, (n) => claimAt(3e6 + n))}}`,
    ),
    send(
      'POST',
      'just allowed: claims from many providers',
      '/allocations',
      () =>
        `{${listed(2_490, (n) => `"${idOf('other', 4e6 + n)}":${claimText(`"${idOf('host', 10 + (n % 2_000))}":{"resources":{"VCPU":1}}`)}`)}}`,
    ),
    put('a claim from many providers', `/allocations/${idOf('other', 5e6)}`, () =>
      claimText(
        listed(first(2_000), (n) => `"${idOf('host', n + 10)}":{"resources":{"VCPU":1,"MEMORY_MB":1}}`),
      ),
    ),
    put('a claim of classes that nobody has', `/allocations/${idOf('other', 5e6 + 1)}`, () =>
      claimText(
        listed(
          first(1_100),
          (n) =>
            `"${idOf('host', n + 10)}":{"resources":{${listed(4, (c) => `"${nameAt(4 * (n % 250) + c + 5)}":1`)}}}`,
        ),
      ),
    ),
    put('inventories', `${host(1)}/inventories`, () =>
      inventoriesOf(listed(first(1_150), (n) => `"${nameAt(n + 1)}":{"total":10}`)),
    ),
    put(
      'traits',
      `${host(2)}/traits`,
      () => `{"resource_provider_generation":1,"traits":[${listed(first(1_150), (n) => `"${nameAt(n)}"`)}]}`,
    ),
    put(
      'aggregates',
      `${host(2)}/aggregates`,
      () =>
        `{"resource_provider_generation":2,"aggregates":[${listed(4_990, (n) => `"${idOf('aggregate', 500_000 + n)}"`)}]}`,
    ),
    { ...get('just allowed: delete a provider with all that', host(2)), method: 'DELETE' },
    send(
      'POST',
      'just allowed: a reshape of providers',
      '/reshaper',
      () =>
        `{"allocations":{},"inventories":{${listed(550, (n) => `"${idOf('host', 100 + n)}":${inventoriesOf(listed(allClasses.length, (c) => `"${allClasses[c]}":{"total":9999}`))}`)}}}`,
    ),
    {
      ...send(
        'POST',
        'just allowed: claims, 16 at once',
        '/allocations',
        (copy) => `{${listed(1_660, (n) => claimAt(6e6 + copy * 2_000 + n))}}`,
      ),
      times: 16,
    },
  ];
}

function writes(upTo: (wanted: number) => number, scale: number): HostileRequest[] {
  const some = (count: number) => Math.round(count * scale);
  const claims = (from: number, count: number) => (copy: number) =>
    `{${listed(count, (index) => claimAt(from + copy * count + index))}}`;
  return [
    send('POST', 'claims of 100 consumers', '/allocations', claims(0, 100)),
    send('POST', 'claims of 1,000 consumers', '/allocations', claims(1_000, 1_000)),
    send('POST', 'claims of 3,000 consumers', '/allocations', claims(2_000, 3_000)),
    send('POST', 'claims of 30,000 consumers', '/allocations', claims(5_000, some(30_000))),
    send(
      'POST',
      'claims that give 30,000 consumers back',
      '/allocations',
      () =>
        `{${listed(some(30_000), (index) => `"${idOf('other', 5_000 + index)}":{"allocations":{},"project_id":"p","user_id":"u","consumer_generation":1,"consumer_type":"INSTANCE"}`)}}`,
    ),
    send('PUT', 'one consumer from many providers', `/allocations/${idOf('other', 1e6)}`, () =>
      claimText(listed(upTo(40_000), (n) => `"${idOf('host', n + 10)}":{"resources":{"VCPU":1}}`)),
    ),
    get('the allocations of that consumer', `/allocations/${idOf('other', 1e6)}`),
    { ...get('delete that consumer', `/allocations/${idOf('other', 1e6)}`), method: 'DELETE' },
    send('PUT', 'one consumer, classes that nobody has', `/allocations/${idOf('other', 1e6 + 1)}`, () =>
      claimText(
        listed(upTo(20_000), (n) => `"${idOf('host', n + 10)}":{"resources":{"${nameAt(n + 5)}":1}}`),
      ),
    ),
    send('PUT', 'one consumer, providers that nobody knows', `/allocations/${idOf('other', 1e6 + 2)}`, () =>
      claimText(listed(upTo(40_000), (n) => `"${idOf('other', n)}":{"resources":{"VCPU":1}}`)),
    ),
    send('PUT', 'mappings of many', `/allocations/${idOf('other', 1e6 + 3)}`, () =>
      claimText(
        `"${idOf('host', 3)}":{"resources":{"VCPU":1}}`,
        `"mappings":{${listed(1_000, (n) => `"g${n}":[${listed(100, () => `"${idOf('host', 3)}"`)}]`)}}`,
      ),
    ),
    send('PUT', 'inventories of 30,000 classes', `${host(3)}/inventories`, () =>
      inventoriesOf(
        listed(upTo(30_000), (n) => `"${nameAt(n + 1)}":{"total":10}`),
        ',"VCPU":{"total":10}',
      ),
    ),
    get('those inventories', `${host(3)}/inventories`),
    get('those usages', `${host(3)}/usages`),
    send(
      'POST',
      'an inventory more',
      `${host(3)}/inventories`,
      () => `{"resource_class":"${nameAt(upTo(30_000) + 2)}","total":1}`,
    ),
    { ...get('delete those inventories', `${host(3)}/inventories`), method: 'DELETE' },
    send(
      'PUT',
      '190,000 aggregates',
      `${host(4)}/aggregates`,
      () =>
        `{"resource_provider_generation":1,"aggregates":[${listed(some(190_000), (n) => `"${idOf('aggregate', 10_000 + n)}"`)}]}`,
    ),
    get('those aggregates', `${host(4)}/aggregates`),
    send('PUT', 'no aggregates', `${host(4)}/aggregates`, () => '[]', '1.1'),
    send(
      'PUT',
      '50,000 traits',
      `${host(5)}/traits`,
      () => `{"resource_provider_generation":1,"traits":[${listed(upTo(50_000), (n) => `"${nameAt(n)}"`)}]}`,
    ),
    get('those traits', `${host(5)}/traits`),
    { ...get('delete those traits', `${host(5)}/traits`), method: 'DELETE' },
    send(
      'POST',
      'reshape 20,000 providers',
      '/reshaper',
      () =>
        `{"allocations":{},"inventories":{${listed(upTo(20_000), (n) => `"${idOf('host', 100 + n)}":${inventoriesOf(listed(allClasses.length, (c) => `"${allClasses[c]}":{"total":9999}`))}`)}}}`,
    ),
    send(
      'POST',
      'reshape of 30,000 classes',
      '/reshaper',
      () =>
        `{"allocations":{},"inventories":{"${idOf('host', 6)}":${inventoriesOf(listed(upTo(30_000), (n) => `"${nameAt(n + 1)}":{"total":10}`))}}}`,
    ),
    send(
      'PUT',
      'rename a class that all have',
      `/resource_classes/${usedClass}`,
      () => '{"name":"CUSTOM_RENAMED"}',
      '1.6',
    ),
    send('POST', 'a class more', '/resource_classes', () => '{"name":"CUSTOM_ONE_MORE"}'),
    send(
      'PUT',
      'take a deep tree apart',
      `/resource_providers/${idOf('level', 1)}`,
      () => '{"name":"level-1","parent_provider_uuid":null}',
    ),
    send(
      'PUT',
      'put a deep tree together',
      `/resource_providers/${idOf('level', 1)}`,
      () => `{"name":"level-1","parent_provider_uuid":"${idOf('level', 0)}"}`,
    ),
    send(
      'PUT',
      'a deep tree below itself',
      `/resource_providers/${idOf('level', 0)}`,
      () => `{"name":"level-0","parent_provider_uuid":"${idOf('level', upTo(11_999))}"}`,
    ),
    { ...send('POST', 'claims of 500 consumers, 64 at once', '/allocations', claims(2e6, 500)), times: 64 },
    { ...get('delete a crowded provider', `/resource_providers/${crowded}`), method: 'DELETE' },
  ];
}

function claimAt(index: number): string {
  const allocations = `{"${idOf('host', 7 + (index % 50))}":{"resources":{"VCPU":1,"MEMORY_MB":1}}}`;
  return `"${idOf('other', index)}":{"allocations":${allocations},"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"INSTANCE"}`;
}

function claimText(allocations: string, more?: string): string {
  return `{"allocations":{${allocations}},"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"INSTANCE"${more === undefined ? '' : `,${more}`}}`;
}

function inventoriesOf(inventories: string, more = ''): string {
  return `{"resource_provider_generation":1,"inventories":{${inventories}${more}}}`;
}

const allClasses = ['VCPU', 'MEMORY_MB', 'DISK_GB', usedClass];
const aggregateAt = (index: number) => idOf('aggregate', index);
const aggregateText = (index: number) => `"${aggregateAt(index)}"`;

/** V8 hashes a text of digits by its value, so that these all lie in few places of a table. */
function sameHashKeys(bytes: number): string {
  return filled(bytes, (index) => `"${index * 1024}":0`, ',');
}

function get(name: string, target: string, version = '1.39'): HostileRequest {
  return { name, method: 'GET', target, version };
}

function send(
  method: 'POST' | 'PUT',
  name: string,
  target: string,
  body: (copy: number) => string | Buffer,
  version = '1.39',
): HostileRequest {
  return { name, method, target, version, body };
}

function listed(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join();
}

/** As many texts as fit. */
function filled(length: number, text: (index: number) => string, separator: string): string {
  const parts: string[] = [];
  let sum = 0;
  for (let index = 0; ; index++) {
    const part = text(index);
    sum += part.length + separator.length;
    if (sum > length) return parts.join(separator);
    parts.push(part);
  }
}
