import { idOf } from '../large-world.ts';
import { type HostileRequest, send } from './hostile-request.ts';
import { aggregateText, claimAt, filled, host, inventoriesOf, sameHashKeys, wholeBody } from './texts.ts';

export function bodies(bodyMax: number): HostileRequest[] {
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
