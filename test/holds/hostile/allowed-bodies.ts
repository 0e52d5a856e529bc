import { maximumJsonValues } from '@berth/api-kit/json/parse-json.ts';
import { idOf } from '../large-world.ts';
import { type HostileRequest, send } from './hostile-request.ts';
import { aggregateText, claimAt, host, listed, wholeBody } from './texts.ts';

/** As much as a body may hold: values, texts, digits. */
export function allowedBodies(bodyMax: number): HostileRequest[] {
  const values = Math.round((0.98 * maximumJsonValues * bodyMax) / wholeBody);
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
