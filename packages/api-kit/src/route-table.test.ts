import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from './endpoint.ts';
import { type History, Microversions } from './microversions.ts';
import { type PerVersion, RouteTable } from './route-table.ts';

const versions: Microversions<History> = new Microversions('berth', [
  ['1.0', 'the first'],
  ['1.1', 'the second'],
  ['1.2', 'the third'],
]);

function endpoint(route: string, more: Partial<Endpoint<null>> = {}): Endpoint<null> {
  return { route, policy: null, run: () => ({ status: 204 }), ...more };
}

/** What there is at each version; null where there is no such path. */
function served(
  endpoints: readonly Endpoint<null>[],
  method: string,
  path: string,
  action?: string,
): PerVersion | undefined | null {
  const match = new RouteTable(endpoints, versions, { project: /^[0-9a-f]+$/ }).find(
    path.split('/').slice(1),
    method,
  );
  if (match === null) return null;
  const offer = match.path.methods.get(method);
  if (offer instanceof Map) return action === undefined ? undefined : offer.get(action);
  return offer as PerVersion | undefined; // It is one thing, if it is not one for each action.
}

test('an endpoint is there from its first version to its last', () => {
  const old = endpoint('GET /things/{name}', { since: '1.0', until: '1.1' });
  const late = endpoint('GET /things/{name}', { since: '1.2' });
  const post = endpoint('POST /things/{name}', { since: '1.1', missing: 405 });
  const all = [old, late, post];
  assert.deepEqual(served(all, 'GET', '/things/a'), [old, old, late]);
  assert.deepEqual(served(all, 'POST', '/things/a'), [405, post, post]);
  assert.equal(served(all, 'PUT', '/things/a'), undefined);
  assert.equal(served(all, 'GET', '/things/'), null);
});

test('actions of one method are endpoints of their own, each with its versions', () => {
  const reboot = endpoint('POST /things/{name}/action reboot');
  const old = endpoint('POST /things/{name}/action lock', { until: '1.1' });
  const late = endpoint('POST /things/{name}/action lock', { since: '1.2' });
  const dump = endpoint('POST /things/{name}/action dump', { since: '1.1' });
  const all = [reboot, old, late, dump];
  const path = '/things/a/action';
  assert.deepEqual(served(all, 'POST', path, 'reboot'), [reboot, reboot, reboot]);
  assert.deepEqual(served(all, 'POST', path, 'lock'), [old, old, late]);
  assert.deepEqual(served(all, 'POST', path, 'dump'), [404, dump, dump]);
  assert.equal(served(all, 'POST', path, 'dance'), undefined);
  assert.equal(served(all, 'GET', path), undefined);
});

test('a part in brackets may be left out, and a parameter that has a pattern must follow it', () => {
  const list = endpoint('GET /v1[/{project}]/things');
  const one = endpoint('GET /v1[/{project}]/things/{name}');
  const all = [list, one];
  const params = (path: string) => {
    const match = new RouteTable(all, versions, { project: /^[0-9a-f]+$/ }).find(path.split('/').slice(1), 'GET');
    return match && [match.path.template, { ...match.params }];
  };
  assert.deepEqual(params('/v1/things'), ['/v1[/{project}]/things', {}]);
  assert.deepEqual(params('/v1/aa/things'), ['/v1[/{project}]/things', { project: 'aa' }]);
  assert.deepEqual(params('/v1/things/aa'), ['/v1[/{project}]/things/{name}', { name: 'aa' }]);
  assert.deepEqual(params('/v1/aa/things/b'), [
    '/v1[/{project}]/things/{name}',
    { project: 'aa', name: 'b' },
  ]);
  assert.equal(params('/v1/zz/things'), null);
  assert.equal(params('/v1//things'), null);
  assert.deepEqual(served(all, 'GET', '/v1/aa/things'), [list, list, list]);
});

test('a word is meant rather than a parameter, in whatever order they are listed', () => {
  const one = endpoint('GET /things/{name}');
  const detail = endpoint('GET /things/detail');
  const part = endpoint('GET /things/{name}/parts');
  const parts = endpoint('GET /things/detail/{part}');
  for (const all of [
    [one, detail, part, parts],
    [parts, part, detail, one],
  ]) {
    assert.equal(served(all, 'GET', '/things/detail')?.[0], detail);
    assert.equal(served(all, 'GET', '/things/details')?.[0], one);
    assert.equal(served(all, 'GET', '/things/detail/parts')?.[0], parts);
    assert.equal(served(all, 'GET', '/things/a/parts')?.[0], part);
  }
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
    ['a route without a method', [endpoint('/a')], /a method, a path/],
    ['a route without a path', [endpoint('GET a')], /a method, a path/],
    [
      'one path under two names',
      [endpoint('GET /a/{name}'), endpoint('PUT /a/{id}')],
      /same names for its parameters/,
    ],
    ['two parts that may be left out', [endpoint('GET /a[/b][/c]')], /one part that may be left out/],
    [
      'a method with actions and without',
      [endpoint('POST /a go'), endpoint('POST /a')],
      /POST \/a has actions, or it has none/,
    ],
  ] as const) {
    test(what, () => assert.throws(() => new RouteTable(endpoints, versions), message));
  }
});

test('a word is meant where a parameter would do, but not for a method that only the other path has', () => {
  const detail = endpoint('GET /things/detail');
  const one = endpoint('GET /things/{name}');
  const remove = endpoint('DELETE /things/{name}');
  const all = [one, remove, detail];
  assert.equal(served(all, 'GET', '/things/detail')?.[0], detail);
  assert.equal(served(all, 'DELETE', '/things/detail')?.[0], remove);
  assert.equal(served(all, 'PUT', '/things/detail'), undefined);
});
