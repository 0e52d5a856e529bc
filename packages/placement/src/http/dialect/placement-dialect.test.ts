import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobody } from '@berth/api-kit/caller.ts';
import { emptyBody } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { createService } from '@berth/api-kit/service.ts';
import { placementDialect } from './placement-dialect.ts';

const run = () => ({ status: 204, lastModified: 0 });

const service = createService({
  app: null,
  dialect: placementDialect,
  endpoints: [
    { route: 'GET /short', policy: null, run },
    { route: 'GET /berth/thing', policy: null, run },
    { route: 'GET /asking', policy: null, run: ({ query }) => ({ status: query.has('a') ? 200 : 204 }) },
    { route: 'PUT /taking', policy: 'always', takes: 'json', gives: 'json', run },
    { route: 'PUT /guarded', policy: 'never', takes: 'json', run },
  ],
  authenticate: (headers) =>
    headers['x-auth-token'] === 'wrong' ? { kind: 'unauthenticated' } : { kind: 'caller', caller: nobody },
  policy: { allows: (rule) => rule !== 'never' },
  now: () => 0,
  newRequestId: () => 'req-1',
  toHttpError: () => null,
  onUnavailable: () => {},
  onFault: () => {},
});

test('a body is read when nothing else is wrong with its request, and not before', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [method, target, headers, status] of [
    ['PUT', '/taking', { ...json, 'x-auth-token': 'wrong' }, 401],
    ['PUT', '/taking', { ...json, 'openstack-api-version': 'placement 9.9' }, 406],
    ['PUT', '/taking', {}, 400],
    ['PUT', '/nowhere', json, 404],
    ['POST', '/taking', json, 405],
    ['PUT', '/taking', { ...json, accept: 'text/plain' }, 406],
    ['PUT', '/taking', { 'content-type': 'text/plain' }, 415],
    ['PUT', '/guarded', json, 403],
    ['GET', '/short', json, 204],
    ['PUT', '/taking', json, 204],
  ] as const) {
    let reads = 0;
    const read = async () => {
      reads++;
      return Buffer.from('{}');
    };
    const body = { length: 2, read };
    const answer = await service({ method, target, headers, body, origin: '', remoteAddress: '' });
    const isWanted = status === 204 && method === 'PUT';
    assert.deepEqual([answer.status, reads], [status, isWanted ? 1 : 0], `${method} ${target}`);
  }
});

test('one request has one answer, header by header', async () => {
  const answer = async (headers: Record<string, string>) =>
    await service({
      method: 'GET',
      target: '/short',
      headers,
      body: emptyBody,
      origin: '',
      remoteAddress: '',
    });
  const named = await answer({ 'openstack-api-version': 'placement 1.15' });
  assert.deepEqual(Object.entries(named.headers), [
    ['last-modified', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['cache-control', 'no-cache'],
    ['x-openstack-request-id', 'req-1'],
    ['openstack-api-version', 'placement 1.15'],
    ['vary', 'openstack-api-version'],
  ]);
  assert.equal(
    (await answer({ 'openstack-api-version': 'placement 1.14' })).headers['last-modified'],
    undefined,
  );
});

test('below the own paths the newest version counts, unless another is named', async () => {
  for (const [method, target, headers, status, version] of [
    ['GET', '/berth/thing', {}, 204, 'placement 1.39'],
    ['POST', '/berth/thing', {}, 405, 'placement 1.39'],
    ['GET', '/berth/nothing', {}, 404, 'placement 1.0'],
    ['GET', '/berth/thing', { 'openstack-api-version': 'placement 1.0' }, 204, 'placement 1.0'],
    ['GET', '/short', {}, 204, 'placement 1.0'],
  ] as const) {
    const answer = await service({ method, target, headers, body: emptyBody, origin: '', remoteAddress: '' });
    assert.deepEqual([answer.status, answer.headers['openstack-api-version']], [status, version], target);
  }
});

test('a query that is no text is refused where somebody looks at it', async () => {
  const asked = { method: 'GET', target: '/asking?a=%ff', headers: {}, origin: '', remoteAddress: '' };
  const { status, body } = await service({ ...asked, body: emptyBody });
  const why = "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte";
  const { errors } = JSON.parse(textOf(body)) as { errors: { detail: string }[] };
  assert.equal(status, 400);
  assert.match(errors[0]?.detail ?? '', new RegExp(`Invalid query string parameters: ${why}`));
});

test('a version that there is not is refused with those that there are, and one that is none with the reason', async () => {
  const errorOf = async (version: string) => {
    const headers = { 'openstack-api-version': `placement ${version}` };
    const answer = await service({
      method: 'GET',
      target: '/short',
      headers,
      body: emptyBody,
      origin: '',
      remoteAddress: '',
    });
    assert.equal(answer.headers['openstack-api-version'], undefined);
    const [error] = (JSON.parse(textOf(answer.body)) as { errors: Record<string, unknown>[] }).errors;
    return [error?.['status'], String(error?.['detail']).split('\n\n ')[1]?.trim(), error?.['max_version']];
  };
  assert.deepEqual(await errorOf('1.40'), [
    406,
    'Invalid microversion: Unacceptable version header: 1.40',
    '1.39',
  ]);
  assert.deepEqual(await errorOf('1'), [
    400,
    'Invalid microversion: invalid version string: 1; a version has two numbers',
    undefined,
  ]);
  assert.deepEqual(await errorOf('1.a'), [
    400,
    "Invalid microversion: invalid version string: 1.a; invalid literal for int() with base 10: 'a'",
    undefined,
  ]);
});
