import type { Prng } from '@berth/testing/prng.ts';
import { oddText } from './odd-text.ts';

/** The text of a JSON value, or of something that is none, where another kind of value belongs. */
export function oddJson(prng: Prng): string {
  return prng.weighted(kinds)(prng);
}

const kinds: readonly (readonly [number, (prng: Prng) => string])[] = [
  [6, (prng) => prng.pick(numbers)],
  [6, (prng) => `"${oddText(prng)}"`],
  [4, (prng) => prng.pick(['null', 'true', 'false', '[]', '{}', '[[]]', '[{}]', '{"":{}}', '[null]'])],
  [2, (prng) => prng.pick(noJson)],
  [2, (prng) => prng.pick(inheritedKeys)],
  [2, manyItems],
  [1, nested],
];

const numbers = [
  '0',
  '-0',
  '-1',
  '1',
  '2',
  '1.0',
  '1.5',
  '-1.5',
  '0.1',
  '1e0',
  '1E2',
  '1e-2',
  '1e400',
  '-1e400',
  '1e-400',
  '5e-324',
  '1.7976931348623157e308',
  '3.5e38',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '123456789012345678901234567890',
  '1'.repeat(400),
  `0.${'0'.repeat(400)}1`,
];

const noJson = [
  'NaN',
  'Infinity',
  '-Infinity',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  '1_000',
  'undefined',
  'None',
  'True',
  "'a'",
  '"a',
  'a"',
  '"\\x41"',
  '"\\u12"',
  '"\\u00zz"',
  '"\t"',
  '"\u0000"',
  '{a:1}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,]',
  '[,1]',
  '[1 2]',
  '/* c */1',
  '1//',
  '',
];

const inheritedKeys = [
  '{"__proto__":{"total":1}}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"total":1}}}',
  '{"hasOwnProperty":1,"toString":2,"valueOf":3}',
  '{"length":1}',
  '{"total":1,"total":2,"total":-1}',
  '{"then":1}',
  '{"toJSON":1}',
];

function manyItems(prng: Prng): string {
  const count = prng.pick([2, 10, 100, 1_000, 5_000]);
  const items = Array.from({ length: count }, (_, index) => `"${prng.chance(0.5) ? index : 'x'}"`);
  return prng.chance(0.5) ? `[${items.join()}]` : `{${items.map((key) => `${key}:1`).join()}}`;
}

export function nested(prng: Prng): string {
  const depth = prng.weighted([
    [6, prng.between(2, 12)],
    [4, prng.between(150, 250)],
    [2, prng.between(1_000, 10_000)],
    [1, prng.between(50_000, 100_000)],
  ]);
  const isClosed = prng.chance(0.7);
  const [open, inner, close] = prng.pick([
    ['[', '', ']'],
    ['{"a":', '1', '}'],
    ['[{"":', '[]', '}]'],
  ] as const);
  return open.repeat(depth) + inner + (isClosed ? close.repeat(depth) : '');
}
