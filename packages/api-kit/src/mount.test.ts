import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mount } from './mount.ts';
import { atMainPort } from './own-port.ts';
import { type ApiRequest, emptyBody } from './request.ts';
import type { Handle } from './service.ts';

const request: ApiRequest = {
  method: 'GET',
  target: '/',
  headers: {},
  body: emptyBody,
  origin: 'http://h',
  remoteAddress: '',
};

/** Tells who was asked, and what it was asked. */
function named(name: string): Handle {
  return ({ target, prefix }) => ({ status: 200, headers: {}, body: `${name} ${prefix ?? ''} ${target}` });
}

function asked(handle: Handle, target: string, prefix?: string): unknown {
  const answer = handle({ ...request, target, ...(prefix === undefined ? {} : { prefix }) });
  assert.ok(!(answer instanceof Promise));
  return answer.status === 200 ? answer.body : answer.status;
}

test('the longest prefix that ends where a segment ends says who is asked', () => {
  const handle = mount([
    { prefix: '/compute', handle: named('compute') },
    { prefix: '/compute/v2.1', handle: named('newer') },
    { prefix: '/placement', handle: named('placement') },
  ]);
  for (const [target, answer] of [
    ['/placement/traits?name=a', 'placement /placement /traits?name=a'],
    ['/placement', 'placement /placement /'],
    ['/placement?a', 'placement /placement /?a'],
    ['/compute/v2', 'compute /compute /v2'],
    ['/compute/v2.1/servers', 'newer /compute/v2.1 /servers'],
    ['/compute/v2.10', 'compute /compute /v2.10'],
    ['/computer', 404],
    ['/Placement', 404],
    ['/', 404],
    ['*', 404],
  ] as const) {
    assert.equal(asked(handle, target), answer, target);
  }
});

test('what no prefix is for goes to the service without one, as it came', () => {
  let given: ApiRequest | undefined;
  const handle = mount([
    {
      prefix: '',
      handle: (each) => {
        given = each;
        return { status: 204, headers: {}, body: null };
      },
    },
    { prefix: '/compute', handle: named('compute') },
  ]);
  const sent = { ...request, target: '/computer' };
  assert.deepEqual(
    [asked(handle, '/compute'), handle(sent)],
    ['compute /compute /', { status: 204, headers: {}, body: null }],
  );
  assert.equal(given, sent, 'nothing is copied');
});

test('what a proxy has taken off stands before the prefix', () => {
  assert.equal(asked(mount([{ prefix: '/a', handle: named('a') }]), '/a/b', '/cloud'), 'a /cloud/a /b');
});

test('a service at a port of its own has only in its links what a proxy has taken off', () => {
  const handle = mount([
    { prefix: '/compute', handle: named('compute') },
    { prefix: '', handle: named('placement') },
  ]);
  const ownPort = { service: '/compute', ports: { main: 1, own: { '/compute': 2 } } };
  for (const [target, prefix, answer] of [
    ['/v2.1', '', 'compute  /v2.1'],
    ['/v2.1', '/cloud', 'compute /cloud /v2.1'],
    ['/', '', 'compute  /'],
    ['/compute/v2.1', '', 'compute  /compute/v2.1'],
    ['//placement', '', 'compute  //placement'],
    ['*', '', 'compute  /*'],
  ] as const) {
    const response = handle(atMainPort({ ...request, target, prefix, ownPort }));
    assert.ok(!(response instanceof Promise));
    assert.equal(response.body, answer, target);
  }
});

test('a prefix that cannot be meant is refused at the start', () => {
  for (const prefix of ['/', 'a', '/a/', '//a', '/a?b']) {
    assert.throws(() => mount([{ prefix, handle: named('a') }]), /a prefix is nothing/, prefix);
  }
  const twice = { prefix: '/a', handle: named('a') };
  assert.throws(() => mount([twice, twice]), /one service is mounted at '\/a'/);
});
