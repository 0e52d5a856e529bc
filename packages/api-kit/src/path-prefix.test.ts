import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiRequest } from './request.ts';
import { withoutPrefix } from './path-prefix.ts';

const request: ApiRequest = {
  method: 'GET',
  target: '/',
  headers: {},
  body: new Uint8Array(),
  origin: 'http://h',
  remoteAddress: '',
};

const cases: readonly (readonly [target: string, below: string | null])[] = [
  ['/placement', '/'],
  ['/placement/', '/'],
  ['/placement?a=b', '/?a=b'],
  ['/placement/resource_providers?name=x', '/resource_providers?name=x'],
  ['/placement//traits', '//traits'],
  ['/placements', null],
  ['/', null],
  ['/resource_providers', null],
  ['/PLACEMENT/', null],
  ['*', null],
];
for (const [target, below] of cases) {
  test(`${target} is ${below ?? 'somewhere else'}`, () => {
    const found = withoutPrefix({ ...request, target }, '/placement');
    assert.equal(found?.target ?? null, below);
    if (found) assert.equal(found.prefix, '/placement');
  });
}

test('what a proxy has taken off comes before what is taken off here', () => {
  const found = withoutPrefix({ ...request, target: '/placement/x', prefix: '/cloud' }, '/placement');
  assert.equal(found?.prefix, '/cloud/placement');
});
