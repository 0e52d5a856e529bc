import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nobody } from './caller.ts';
import type { Endpoint } from './endpoint.ts';
import { Microversions } from './microversions.ts';
import { type ApiRequest, emptyBody } from './request.ts';
import { textOf } from './response.ts';
import { createService, type Handle } from './service.ts';
import { plainDialect } from './testing/plain-dialect.ts';

const versions = new Microversions('berth', [
  ['1.0', 'the first'],
  ['1.1', 'the second'],
]);

function serviceOf(
  endpoints: readonly Endpoint<null, '1.0' | '1.1'>[],
  onFault: (thrown: unknown) => void = () => {},
): Handle {
  return createService({ ...options, dialect: plainDialect(versions), endpoints, onFault });
}

const options = {
  app: null,
  authenticate: (headers: ApiRequest['headers']) =>
    headers['x-auth-token'] === 'wrong'
      ? ({ kind: 'unauthenticated' } as const)
      : ({ kind: 'caller', caller: nobody } as const),
  policy: { allows: (rule: string) => rule !== 'never' },
  now: Date.now,
  newRequestId: () => 'req-1',
  toHttpError: () => null,
  onUnavailable: () => {},
  onFault: () => {},
};

const request: ApiRequest = {
  method: 'GET',
  target: '/',
  headers: {},
  body: emptyBody,
  origin: '',
  remoteAddress: '',
};

test('of many long requests that come at one time the first is answered at once, and the others let short ones pass', async () => {
  const done: string[] = [];
  const service = serviceOf([
    {
      route: 'GET /long',
      policy: null,
      takesTurns: true,
      run: () => {
        for (const end = performance.now() + 6; performance.now() < end; );
        done.push('long');
        return { status: 200 };
      },
    },
    {
      route: 'GET /short',
      policy: null,
      run: () => {
        done.push('short');
        return { status: 200 };
      },
    },
  ]);
  const targets = ['/long', '/long', '/long', '/short', '/long', '/short'];
  const answers = targets.map(async (target) => await service({ ...request, target }));
  assert.deepEqual(done, ['long', 'short', 'short']);
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  assert.deepEqual(done, ['long', 'short', 'short', 'long', 'long', 'long']);
});

test('a body is read when nothing else is wrong with its request, and not before', async () => {
  const run = () => ({ status: 204 });
  const service = serviceOf([
    { route: 'GET /reading', policy: null, run },
    { route: 'PUT /taking', policy: 'always', takes: 'json', run },
    { route: 'PUT /guarded', policy: 'never', takes: 'json', run },
    { route: 'PUT /late', since: '1.1', policy: 'always', takes: 'json', run },
  ]);
  for (const [method, target, headers, status, isRead] of [
    ['PUT', '/taking', { 'x-auth-token': 'wrong' }, 401, false],
    ['PUT', '/taking', { version: '9.9' }, 400, false],
    ['PUT', '/nowhere', {}, 404, false],
    ['POST', '/taking', {}, 405, false],
    ['PUT', '/late', {}, 404, false],
    ['PUT', '/guarded', {}, 403, false],
    ['GET', '/reading', {}, 204, false],
    ['PUT', '/taking', {}, 204, true],
  ] as const) {
    let reads = 0;
    const read = async () => {
      reads++;
      return Buffer.from('{}');
    };
    const answer = await service({ ...request, method, target, headers, body: { length: 2, read } });
    assert.deepEqual([answer.status, reads], [status, isRead ? 1 : 0], `${method} ${target}`);
  }
});

test('a query that is no text is refused in the words of the dialect, where somebody looks at it', async () => {
  const told: unknown[] = [];
  const service = serviceOf(
    [
      { route: 'GET /asking', policy: null, run: ({ query }) => ({ status: query.has('a') ? 200 : 204 }) },
      {
        route: 'GET /guarded',
        policy: 'always',
        target: ({ query }) => query.toRecord(),
        run: () => ({ status: 204 }),
      },
      { route: 'GET /deaf', policy: null, run: () => ({ status: 204 }) },
    ],
    (thrown) => told.push(thrown),
  );
  for (const [path, status, text] of [
    ['/asking', 400, "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"],
    ['/guarded', 400, "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"],
    ['/deaf', 204, ''],
  ] as const) {
    const answer = await service({ ...request, target: `${path}?a=%ff` });
    assert.deepEqual([answer.status, textOf(answer.body)], [status, text], path);
  }
  assert.deepEqual(told, []);
});

test('where it cannot be found out who asks, clients come again later and are not told why', async () => {
  const told: unknown[] = [];
  const unavailable = { kind: 'unavailable', reason: 'Keystone at 10.0.0.1 is away' } as const;
  for (const outcome of [() => unavailable, async () => unavailable]) {
    const service = createService({
      ...options,
      authenticate: outcome,
      dialect: plainDialect(versions),
      endpoints: [{ route: 'GET /a', policy: null, run: () => ({ status: 204 }) }],
      onUnavailable: (reason, requestId) => told.push([reason, requestId]),
    });
    const { status, headers, body } = await service({ ...request, target: '/a' });
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
    assert.doesNotMatch(textOf(body), /Keystone/);
  }
  assert.deepEqual(told, [
    ['Keystone at 10.0.0.1 is away', 'req-1'],
    ['Keystone at 10.0.0.1 is away', 'req-1'],
  ]);
});

test('a bug of the authentication is told, and answered with 500', async () => {
  const told: unknown[] = [];
  const bug = new Error('a bug');
  const throwing = () => {
    throw bug;
  };
  for (const authenticate of [throwing, async () => throwing()]) {
    const service = createService({
      ...options,
      authenticate,
      dialect: plainDialect(versions),
      endpoints: [{ route: 'GET /a', policy: null, run: () => ({ status: 204 }) }],
      onFault: (thrown) => told.push(thrown),
    });
    assert.equal((await service({ ...request, target: '/a' })).status, 500);
  }
  assert.deepEqual(told, [bug, bug]);
});

test('a bug is told, and answered with 500', async () => {
  const told: unknown[] = [];
  const bug = new Error('a bug');
  const throwing = () => {
    throw bug;
  };
  const service = serviceOf(
    [
      { route: 'GET /now', policy: null, run: throwing },
      { route: 'GET /later', policy: null, run: async () => throwing() },
    ],
    (thrown) => told.push(thrown),
  );
  for (const target of ['/now', '/later']) {
    const { status, body, route } = await service({ ...request, target });
    assert.deepEqual([status, route], [500, target]);
    assert.match(textOf(body), /req-1/);
  }
  assert.deepEqual(told, [bug, bug]);
});

describe('an endpoint that its service cannot serve', () => {
  const run = () => ({ status: 204 });

  test('does not compile where its version is not in the history, and is refused at the start', () => {
    assert.throws(
      // @ts-expect-error There is no version 1.2.
      () => serviceOf([{ route: 'GET /a', since: '1.2', policy: null, run }]),
      /berth has no version 1\.2/,
    );
    const dialect = plainDialect(versions);
    assert.throws(
      () =>
        createService({
          ...options,
          dialect,
          // @ts-expect-error There is no version 1.2: the service knows it from its dialect.
          endpoints: [{ route: 'GET /a', until: '1.2', policy: null, run }],
        }),
      /berth has no version 1\.2/,
    );
  });

  test('is refused at the start where it is an action, and the dialect has none', () => {
    assert.throws(
      () => serviceOf([{ route: 'POST /a go', policy: null, run }]),
      /POST \/a go is an action, and its dialect has none/,
    );
  });

  for (const [property, endpoint] of [
    ['input', { route: 'POST /a', policy: null, input: () => 1, run }],
    ['find', { route: 'POST /a', policy: null, find: () => 1, run }],
    ['gives', { route: 'POST /a', policy: null, gives: 'json', run }],
  ] as const) {
    test(`is refused at the start where the dialect passes over '${property}'`, () => {
      assert.throws(
        () => serviceOf([endpoint]),
        new RegExp(`has '${property}', which its dialect does not look at`),
      );
    });
  }
});
