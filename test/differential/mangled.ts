import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from './exchange.ts';
import { withOddHeaders, withVersionHeader } from './odd-headers.ts';
import { anyMinor, oddVersionHeaders } from './versions.ts';

/** Spoils a write: its body, the form of it, its headers or its version. */
export function mangled(prng: Prng, request: Request): Request {
  const withBody = (change: (prng: Prng, body: string) => string): Request =>
    request.body === undefined ? request : { ...request, body: change(prng, request.body) };
  const mangle = prng.weighted<() => Request>([
    [10, () => withBody(withBadValue)],
    [3, () => withBody(brokenJson)],
    [2, () => withContentType(prng, request)],
    [2, () => withOddHeaders(prng, request)],
    [1, () => withVersionHeader(request, prng.pick(oddVersionHeaders))],
    [1, () => withVersionHeader(request, `placement 1.${anyMinor(prng)}`)],
  ]);
  return mangle();
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

/** What is no JSON, or another form of it. */
export function brokenJson(prng: Prng, body: string): string {
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
export function withBadValue(prng: Prng, body: string): string {
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
