import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../../draft.ts';
import { many } from './server-fields.ts';

export function drawMetadata(prng: Prng, server: string): Draft {
  const path = `/servers/${server}/metadata`;
  const key = prng.pick(['a', 'b', 'k 1']);
  const values = prng.pick<unknown>([
    { a: '1' },
    { b: '2', a: '3' },
    {},
    many(129),
    { a: 1 },
    { [key]: 'v' },
  ]);
  return prng.weighted<() => Draft>([
    [3, () => ({ route: 'POST metadata', method: 'POST', path, body: { metadata: values } })],
    [2, () => ({ route: 'PUT metadata', method: 'PUT', path, body: { metadata: values } })],
    [
      3,
      () => ({
        route: 'PUT metadata/{key}',
        method: 'PUT',
        path: `${path}/${encodeURIComponent(key)}`,
        body: { meta: values },
      }),
    ],
    [
      2,
      () => ({
        route: 'DELETE metadata/{key}',
        method: 'DELETE',
        path: `${path}/${encodeURIComponent(key)}`,
      }),
    ],
    [1, () => ({ route: 'GET metadata', method: 'GET', path })],
  ])();
}

export function drawTags(prng: Prng, server: string): Draft {
  const path = `/servers/${server}/tags`;
  const tag = encodeURIComponent(prng.pick(['a', 'b', 'c', 'x'.repeat(61), 'a,b']));
  const tags = prng.pick<unknown>([
    ['b', 'a'],
    [],
    ['a', 'a'],
    ['x,y'],
    Array.from({ length: 50 }, (_, index) => `t${index}`),
    [1],
    null,
  ]);
  return prng.weighted<() => Draft>([
    [3, () => ({ route: 'PUT tags', method: 'PUT', path, body: { tags } })],
    [4, () => ({ route: 'PUT tags/{tag}', method: 'PUT', path: `${path}/${tag}` })],
    [2, () => ({ route: 'DELETE tags/{tag}', method: 'DELETE', path: `${path}/${tag}` })],
    [1, () => ({ route: 'DELETE tags', method: 'DELETE', path })],
    [1, () => ({ route: 'GET tags', method: 'GET', path })],
  ])();
}
