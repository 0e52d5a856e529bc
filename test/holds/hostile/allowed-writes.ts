import { idOf, nameAt } from '../large-world.ts';
import { get, type HostileRequest, send } from './hostile-request.ts';
import { allClasses, claimAt, claimText, host, inventoriesOf, listed } from './texts.ts';

/** As much as one request may write, at the usual setting (of reshapes, as many values as a body may have); the same again takes the first away. */
export function allowedWrites(): HostileRequest[] {
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
        `{"allocations":{},"inventories":{${listed(2_200, (n) => `"${idOf('host', 100 + n)}":${inventoriesOf(listed(allClasses.length, (c) => `"${allClasses[c]}":{"total":9999}`))}`)}}}`,
    ),
    send(
      'POST',
      'just allowed: a reshape of consumers',
      '/reshaper',
      () =>
        `{"inventories":{"${idOf('host', 99)}":${inventoriesOf('')}},"allocations":{${listed(2_000, (n) => `"${idOf('other', 9e6 + n)}":${claimText(`"${idOf('host', 10 + (n % 50))}":{"resources":{${listed(4, (c) => `"${allClasses[c]}":1`)}}}`)}`)}}}`,
    ),
    send(
      'POST',
      'just allowed: a check of a reshape with problems only',
      '/berth/v1/reshaper/check',
      () =>
        `{"inventories":{"${idOf('host', 100)}":${inventoriesOf('')}},"allocations":{${listed(1_650, (n) => `"${idOf('other', 7e6 + n)}":${claimText(listed(2, (c) => `"${idOf('other', 8e6 + 2 * n + c)}":{"resources":{"VCPU":1}}`))}`)}}}`,
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
