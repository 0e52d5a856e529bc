import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from './endpoint.ts';
import { type History, Microversions } from './microversions.ts';
import { endpointOf, RouteTable } from './route-table.ts';

const versions: Microversions<History> = new Microversions('berth', [
  ['1.0', 'the first'],
  ['1.1', 'the second'],
  ['1.2', 'the third'],
]);

function endpoint(route: string, more: Partial<Endpoint<null>> = {}): Endpoint<null> {
  return { route, policy: null, run: () => ({ status: 204 }), ...more };
}

function served(endpoints: readonly Endpoint<null>[], method: string, ...segments: string[]): unknown[] {
  const match = new RouteTable(endpoints, versions).find(segments);
  return versions.history.map(
    ([version]) => match && endpointOf(match.path, method, versions.indexOf(version)),
  );
}

test('an endpoint is there from its first version to its last', () => {
  const old = endpoint('GET /things/{name}', { since: '1.0', until: '1.1' });
  const late = endpoint('GET /things/{name}', { since: '1.2' });
  const post = endpoint('POST /things/{name}', { since: '1.1', missing: 405 });
  const all = [old, late, post];
  assert.deepEqual(served(all, 'GET', 'things', 'a'), [old, old, late]);
  assert.deepEqual(served(all, 'POST', 'things', 'a'), [405, post, post]);
  assert.deepEqual(served(all, 'PUT', 'things', 'a'), [undefined, undefined, undefined]);
  assert.deepEqual(served(all, 'GET', 'things', ''), [null, null, null]);
});

describe('what cannot be meant is refused at the start, instead of being served at every version', () => {
  for (const [what, endpoints, message] of [
    ['a first version that there is not', [endpoint('GET /a', { since: '1.20' })], /no version 1\.20/],
    ['a last version that there is not', [endpoint('GET /a', { until: '0.9' })], /no version 0\.9/],
    [
      'an end before the beginning',
      [endpoint('GET /a', { since: '1.2', until: '1.1' })],
      /begins before it ends/,
    ],
    [
      'two endpoints for one version',
      [endpoint('GET /a', { until: '1.1' }), endpoint('GET /a', { since: '1.1' })],
      /listed once for each version/,
    ],
    ['a route without a method', [endpoint('/a')], /a method and a path/],
    ['a route without a path', [endpoint('GET a')], /a method and a path/],
  ] as const) {
    test(what, () => assert.throws(() => new RouteTable(endpoints, versions), message));
  }
});
