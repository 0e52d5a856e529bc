import { asAdmin, asJson, atVersion, type Header, type WireRequest } from './request-bytes.ts';
import type { World } from './world.ts';

/** A single request, within the limits of the server, that may take it more time than its sender. */
export interface Bomb {
  readonly name: string;
  readonly request: (world: World) => WireRequest;
}

const newest = atVersion('1.39');
const mebibyte = 1024 * 1024;
/** Just below the limit of a body. */
const full = 8 * mebibyte - 1_000;

/** In a query: all that the limit of the headers leaves. */
const fullQuery = 60_000;

export const bombs: readonly Bomb[] = [
  aggregates('4 million numbers for aggregates', () => `[${'1,'.repeat(full / 2)}1]`),
  aggregates('2.7 million lists for aggregates', () => `[${'[],'.repeat(full / 3)}1]`),
  aggregates('2.7 million objects for aggregates', () => `[${'{},'.repeat(full / 3)}1]`),
  aggregates(
    '200,000 aggregates of which one is twice',
    () => `[${uuids(200_000).join()},${uuids(1).join()}]`,
  ),
  aggregates('lists nested 4 million deep', () => '['.repeat(full / 2) + ']'.repeat(full / 2)),
  aggregates('lists nested 8 million deep, not closed', () => '['.repeat(full)),
  aggregates('objects nested 1.4 million deep', () => `${'{"a":'.repeat(full / 6)}1${'}'.repeat(full / 6)}`),
  provider('700,000 unknown members', () => `"x",${keys(700_000)}`),
  provider('a name of 8 million letters', () => `"${'x'.repeat(full)}"`),
  provider('a name of 4 million words', () => `"${'a '.repeat(full / 2)}"`),
  provider('a name of 4 million line feeds', () => `"${'\\n'.repeat(full / 2)}"`),
  provider('a name of 2.7 million quotes of both kinds', () => `"${'\\"\''.repeat(full / 3)}"`),
  provider('a name of 2.8 million separators', () => `"${'\u2028'.repeat(full / 3)}"`),
  provider('a name of 1.4 million halves of characters', () => `"${'\\ud800'.repeat(full / 6)}"`),
  provider('a name of 60,000 "<"', () => `"${'<'.repeat(60_000)}"`),
  provider('8 million digits', () => '1'.repeat(full)),
  provider('8 million spaces and no value', () => ' '.repeat(full)),
  body(
    '700,000 traits',
    'PUT',
    '/traits',
    () => `{"traits":[${traits(700_000)}],"resource_provider_generation":0}`,
  ),
  body('60,000 inventories', 'PUT', '/inventories', () => inventories(60_000)),
  {
    name: '30,000 claims on a provider that has nothing',
    request: (world) => bodied('POST', '/allocations', claims(30_000, world)),
  },
  header('a content-type of 60,000 "<"', ['content-type', '<'.repeat(fullQuery)]),
  header('an accept of 15,000 types', ['accept', 'a/b,'.repeat(fullQuery / 4)]),
  header('60,000 dots for a version', ['openstack-api-version', `placement ${'.'.repeat(fullQuery)}`]),
  query('5,400 times required', () => `resources=VCPU:1${'&required=A'.repeat(fullQuery / 11)}`),
  query(
    '1,200 times member_of',
    () => `resources=VCPU:1${`&member_of=${uuids(1)[0]?.slice(1, -1)}`.repeat(fullQuery / 50)}`,
  ),
  query('30,000 required traits', () => `resources=VCPU:1&required=${'A,'.repeat(fullQuery / 2)}A`),
  query('10,000 required and 8,000 forbidden traits', () => `resources=VCPU:1&required=${contradictions()}`),
  query('7,000 suffixes in same_subtree', () => `resources_A=VCPU:1&same_subtree=${suffixes(7_000)}`),
  query('10,000 unknown parameters', () =>
    Array.from({ length: 10_000 }, (_, index) => `${index}`).join('&'),
  ),
  query('60,000 percent signs', () => `resources=${'%'.repeat(fullQuery)}`),
  query('10,000 resources', () => `resources=${'VCPU:1,'.repeat(fullQuery / 7)}VCPU:1`),
];

function body(name: string, method: string, part: string, text: () => string): Bomb {
  return {
    name,
    request: (world) => bodied(method, `/resource_providers/${world.providers[0]?.uuid}${part}`, text()),
  };
}

function bodied(method: string, target: string, text: string): WireRequest {
  return { method, target, headers: [asAdmin, asJson, newest], body: Buffer.from(text) };
}

function aggregates(name: string, list: () => string): Bomb {
  return body(name, 'PUT', '/aggregates', () => `{"resource_provider_generation":0,"aggregates":${list()}}`);
}

function provider(name: string, value: () => string): Bomb {
  return { name, request: () => bodied('POST', '/resource_providers', `{"name":${value()}}`) };
}

function header(name: string, given: Header): Bomb {
  const headers = [asAdmin, asJson, newest].filter(([each]) => each !== given[0]);
  const sent = Buffer.from('{}');
  return {
    name,
    request: () => ({
      method: 'POST',
      target: '/resource_providers',
      headers: [...headers, given],
      body: sent,
    }),
  };
}

function query(name: string, text: () => string): Bomb {
  return {
    name,
    request: () => ({
      method: 'GET',
      target: `/allocation_candidates?${text()}`,
      headers: [asAdmin, newest],
    }),
  };
}

function uuids(count: number): string[] {
  return numbers(count).map((index) => `"00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}"`);
}

const keys = (count: number): string =>
  numbers(count)
    .map((index) => `"k${index.toString(36)}":0`)
    .join();
const traits = (count: number): string =>
  numbers(count)
    .map((index) => `"T${index.toString(36)}"`)
    .join();
const suffixes = (count: number): string =>
  numbers(count)
    .map((index) => `_${index.toString(36)}`)
    .join();

function contradictions(): string {
  const names = numbers(10_000).map((index) => index.toString(36));
  return [...names, ...names.slice(0, 8_000).map((name) => `!_${name}`)].join().slice(0, fullQuery);
}

function inventories(count: number): string {
  const each = numbers(count).map(
    (index) => `"CUSTOM_${index}":{"total":1,"reserved":0,"max_unit":1,"step_size":1}`,
  );
  return `{"inventories":{${each.join()}},"resource_provider_generation":0}`;
}

function claims(count: number, world: World): string {
  const provider = world.providers[0]?.uuid;
  const owner = '"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"X"';
  const claim = `{"allocations":{"${provider}":{"resources":{"CUSTOM_BERTH":1}}},${owner}}`;
  return `{${uuids(count)
    .map((uuid) => `${uuid}:${claim}`)
    .join()}}`;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
