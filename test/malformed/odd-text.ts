import type { Prng } from '@berth/testing/prng.ts';

/**
 * Texts that somebody might not have thought of, as the inside of a JSON string: with escapes, and each character one
 * that may stand there.
 */
export function oddText(prng: Prng): string {
  return prng.weighted(oddTexts)(prng);
}

const oddTexts: readonly (readonly [number, (prng: Prng) => string])[] = [
  [10, (prng) => prng.pick(shortTexts)],
  [3, (prng) => prng.pick(['a', 'é', '<', '\\"', '\\ud83d\\ude00']).repeat(prng.pick(lengths))],
  [2, (prng) => prng.pick(halves) + prng.pick(['', 'x', ...halves])],
  [1, (prng) => `${prng.pick(shortTexts)}${prng.pick(shortTexts)}`],
];

/** Around the limits that the API states: 200, 255, 64. */
const lengths = [63, 64, 65, 199, 200, 201, 254, 255, 256, 1_000, 2_000];

/** Halves of surrogate pairs: JSON can say them and UTF-8 cannot. */
const halves = ['\\ud800', '\\udbff', '\\udc00', '\\udfff', '\\uD834'];

const shortTexts = [
  '',
  ' ',
  '\\u0000',
  'a\\u0000b',
  '\\n',
  'VCPU\\n',
  'CUSTOM_X\\n',
  '\\u2028',
  '\\u202e',
  '\\ufeff',
  '\\uffff',
  'é',
  'e\\u0301',
  'Ω≈ç√',
  'İ',
  '<br>',
  '<br',
  '<!--',
  '<script>alert(1)</script>',
  '&lt;',
  '%00',
  '%s%s%n',
  '${1}',
  '{0}',
  '../../etc/passwd',
  "'; drop table providers; --",
  '\\"',
  '\\\\',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e400',
  'true',
  'VCPU',
  'vcpu',
  'CUSTOM_',
  'CUSTOM_BERTH',
  'CUSTOM_bad',
  '00000000-0000-0000-0000-000000000000',
  '00000000000000000000000000000000',
  '{00000000-0000-0000-0000-000000000000}',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '------------------------------------',
  'project-a',
];
