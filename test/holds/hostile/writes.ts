import { crowded, idOf, nameAt, usedClass } from '../large-world.ts';
import { get, type HostileRequest, send } from './hostile-request.ts';
import { allClasses, claimAt, claimText, host, inventoriesOf, listed } from './texts.ts';

export function writes(upTo: (wanted: number) => number, scale: number): HostileRequest[] {
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
