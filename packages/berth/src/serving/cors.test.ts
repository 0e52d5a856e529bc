import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiRequest, emptyBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { type CorsRules, corsRulesOf, withCors } from './cors.ts';
import { loadConfig } from '../config/load-config.ts';

// The expected headers are those that oslo.middleware 5.0.0 gave in front of Placement 8.0.0.

const page = 'http://valid.example.com';
const requestId = 'req-1';

describe('a question beforehand', () => {
  const asked = { origin: page, 'access-control-request-method': 'GET' };
  const allowed = {
    'x-openstack-request-id': requestId,
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET',
    'access-control-max-age': '3600',
    vary: 'Origin',
  };

  test('is answered with what the page may do', () => {
    assert.deepEqual(ask('OPTIONS', asked), { status: 200, headers: allowed, body: null });
  });

  test('is answered with the headers it names, if all may be sent', () => {
    const wanted = (names: string) => ask('OPTIONS', { ...asked, 'access-control-request-headers': names });
    assert.deepEqual(wanted('OpenStack-API-Version , accept,').headers, {
      ...allowed,
      'access-control-allow-headers': 'OpenStack-API-Version,accept',
    });
    assert.deepEqual(wanted('openstack-api-version, x-foo').headers, { 'x-openstack-request-id': requestId });
  });

  const refused: readonly (readonly [string, Record<string, string>])[] = [
    ['an origin that is not allowed', { ...asked, origin: 'http://invalid.example.com' }],
    ['no origin', { 'access-control-request-method': 'GET' }],
    ['no method', { origin: page }],
    ['a method that is not allowed', { ...asked, 'access-control-request-method': 'BREW' }],
    ['a method in lower case', { ...asked, 'access-control-request-method': 'get' }],
  ];
  for (const [name, headers] of refused) {
    test(`with ${name} is answered, too, but allows nothing`, () => {
      assert.deepEqual(ask('OPTIONS', headers), {
        status: 200,
        headers: { 'x-openstack-request-id': requestId },
        body: null,
      });
    });
  }

  test('keeps what the service itself has to say', () => {
    const served: ApiResponse = { status: 200, headers: { vary: 'x', 'x-own': '1' }, body: 'own' };
    const answer = ask('OPTIONS', asked, rules(), served);
    assert.equal(answer.body, 'own');
    assert.equal(answer.headers['x-own'], '1');
    assert.equal(answer.headers['vary'], 'Origin');
  });
});

describe('a request from a page', () => {
  test('is answered with its origin and the headers it may read', () => {
    assert.deepEqual(ask('GET', { origin: page }).headers, {
      'content-type': 'application/json',
      'x-openstack-request-id': requestId,
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'X-One,X-Two',
      vary: 'openstack-api-version,Origin',
    });
  });

  test('is answered so in every case, also with a no', () => {
    const answer = ask('GET', { origin: page }, rules(), { status: 401, headers: {}, body: 'no' });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers['vary'], 'Origin');
    assert.equal(answer.headers['access-control-allow-origin'], page);
  });

  test('from elsewhere, or from no page at all, is answered as ever', () => {
    for (const headers of [{ origin: 'http://invalid.example.com' }, {}]) {
      assert.deepEqual(ask('GET', headers), answerOfService);
    }
  });
});

describe('the rules', () => {
  test('may allow every origin', () => {
    const answer = ask(
      'GET',
      { origin: 'http://any.example' },
      { ...rules(), origins: new Set(['*', page]) },
    );
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(
      ask('GET', { origin: page }, { ...rules(), origins: new Set(['*', page]) }).headers[
        'access-control-allow-origin'
      ],
      page,
    );
  });

  test('may say nothing of credentials, of a time and of headers to read', () => {
    const terse = { ...rules(), allowsCredentials: false, maxAgeSeconds: 0, exposeHeaders: [] };
    assert.deepEqual(Object.keys(ask('GET', { origin: page }, terse).headers).sort(), [
      'access-control-allow-origin',
      'content-type',
      'vary',
      'x-openstack-request-id',
    ]);
    const asked = { origin: page, 'access-control-request-method': 'GET' };
    assert.deepEqual(Object.keys(ask('OPTIONS', asked, terse).headers).sort(), [
      'access-control-allow-methods',
      'access-control-allow-origin',
      'vary',
      'x-openstack-request-id',
    ]);
  });

  test('are none when no origin is configured', () => {
    for (const args of [[], ['--cors-allowed-origins', '']]) {
      const { config } = loadConfig({ args, environment: {}, readText: () => '' });
      assert.equal(corsRulesOf(config), null);
    }
  });
});

test('a service that answers at once still does', () => {
  const handle = withCors(() => answerOfService, rules());
  assert.ok(!(handle(request('GET', { origin: page })) instanceof Promise));
});

test('a service that answers later does that as well', async () => {
  const handle = withCors(() => Promise.resolve(answerOfService), rules());
  const answer = await handle(request('GET', { origin: page }));
  assert.equal(answer.headers['access-control-allow-origin'], page);
});

const answerOfService: ApiResponse = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    vary: 'openstack-api-version',
    'x-openstack-request-id': requestId,
  },
  body: '{}',
};

/** As the API answers OPTIONS. */
const noSuchMethod: ApiResponse = { ...answerOfService, status: 405, body: '{"errors":[]}' };

function rules(): CorsRules {
  const args = ['--cors-allowed-origins', page, '--cors-expose-headers', 'X-One,X-Two'];
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const parsed = corsRulesOf(config);
  assert.ok(parsed !== null);
  return parsed;
}

function request(method: string, headers: Readonly<Record<string, string>>): ApiRequest {
  return { method, target: '/', headers, body: emptyBody, origin: 'http://h', remoteAddress: '127.0.0.1' };
}

function ask(
  method: string,
  headers: Readonly<Record<string, string>>,
  corsRules = rules(),
  answer = method === 'OPTIONS' ? noSuchMethod : answerOfService,
): ApiResponse {
  const response = withCors(() => answer, corsRules)(request(method, headers));
  assert.ok(!(response instanceof Promise));
  return response;
}
