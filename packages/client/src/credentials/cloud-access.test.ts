import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { cloudAccess } from './cloud-access.ts';
import { filesOfClouds } from './testing/files-of-clouds.ts';

const nowhere = { explicit: {}, directory: '/nonexistent', home: '/nonexistent' };

/** Of these OS_* variables, written without the prefix. */
function accessOf(settings: Readonly<Record<string, string>>) {
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`OS_${name.toUpperCase()}`, value]),
  );
  return cloudAccess({ ...nowhere, environment });
}

function credentialsOf(settings: Readonly<Record<string, string>>) {
  const { authentication } = accessOf({ auth_url: 'http://identity', ...settings });
  assert(authentication.kind === 'keystone');
  return authentication.credentials();
}

const ann = { username: 'ann', password: 'secret' };

test('a user is named with its domain, and with the usual one where none is named', () => {
  const inDefault = { id: 'default' };
  for (const [settings, expected] of [
    [{ username: 'ann' }, { name: 'ann', domain: inDefault }],
    [
      { username: 'ann', default_domain: 'd' },
      { name: 'ann', domain: { id: 'd' } },
    ],
    [
      { username: 'ann', user_domain_name: 'Users' },
      { name: 'ann', domain: { name: 'Users' } },
    ],
    [
      { username: 'ann', domain_name: 'Both' },
      { name: 'ann', domain: { name: 'Both' } },
    ],
    [{ user_id: 'u1', username: 'ann' }, { id: 'u1' }],
  ] as const) {
    const credentials = credentialsOf({ password: 'secret', ...settings });
    assert(credentials.kind === 'password');
    assert.deepEqual(credentials.user, expected);
    assert.equal(credentials.password, 'secret');
  }
});

test('a scope is a project, a domain, the system, or the user’s own', () => {
  for (const [settings, expected] of [
    [{ project_name: 'p', project_domain_id: 'pd' }, { project: { name: 'p', domain: { id: 'pd' } } }],
    [{ tenant_name: 'p' }, { project: { name: 'p', domain: { id: 'default' } } }],
    [{ project_id: 'p1', domain_id: 'd' }, { project: { id: 'p1' } }],
    [{ domain_id: 'd' }, { domain: { id: 'd' } }],
    [{ system_scope: 'all' }, 'system'],
    [{}, 'default'],
  ] as const) {
    const credentials = credentialsOf({ ...ann, ...settings });
    assert(credentials.kind === 'password');
    assert.deepEqual(credentials.scope, expected);
  }
});

test('application credentials are named by id, or by name and user; a token stands for itself', () => {
  const secret = { application_credential_secret: 's' };
  const auth_type = 'v3applicationcredential';
  assert.deepEqual(credentialsOf({ auth_type, application_credential_id: 'a1', ...secret }), {
    kind: 'application-credential',
    credential: { id: 'a1' },
    secret: 's',
  });
  assert.deepEqual(credentialsOf({ application_credential_name: 'a', username: 'ann', ...secret }), {
    kind: 'application-credential',
    credential: { name: 'a', user: { name: 'ann', domain: { id: 'default' } } },
    secret: 's',
  });
  assert.deepEqual(credentialsOf({ token: 't', project_id: 'p' }), {
    kind: 'token',
    token: 't',
    scope: { project: { id: 'p' } },
  });
});

test('a token with an endpoint needs no Keystone', () => {
  for (const [settings, token] of [
    [{ auth_type: 'admin_token', token: 't' }, 't'],
    [{ auth_type: 'token_endpoint', auth_token: 't' }, 't'],
    [{ token: 't' }, 't'],
    [{ auth_type: 'none' }, 'notused'],
  ] as const) {
    const { authentication } = accessOf({ endpoint: 'http://placement', ...settings });
    assert(authentication.kind === 'fixed');
    assert.deepEqual([authentication.endpoint, authentication.token.reveal()], ['http://placement', token]);
  }
});

test('services have addresses and versions of their own', () => {
  const access = accessOf({
    token: 't',
    placement_endpoint_override: 'http://elsewhere/placement',
    placement_api_version: '1.28',
    compute_api_version: '2',
    block_storage_default_microversion: '3.27',
    interface: 'internalURL',
    region_name: 'north',
  });
  assert.deepEqual(
    [
      access.endpointOverride('placement'),
      access.endpointOverride('compute'),
      access.interface,
      access.region,
    ],
    ['http://elsewhere/placement', null, 'internal', 'north'],
  );
  assert.deepEqual(
    ['placement', 'compute', 'block-storage'].map((service) => access.defaultVersion(service)),
    ['1.28', null, '3.27'],
  );
});

test('authorities and certificates are read from their files', (t) => {
  const clouds = 'clouds: {c: {auth: {token: t}, cacert: CA, cert: BOTH, verify: "yes"}}';
  const { cert, key } = oneCertificate;
  const sources = filesOfClouds(t, { ca: cert, both: cert + key }, { explicit: { cloud: 'c' } });
  const written = filesOfClouds(
    t,
    {
      'clouds.yaml': clouds
        .replace('CA', `${sources.directory}/ca`)
        .replace('BOTH', `${sources.directory}/both`),
    },
    { explicit: { cloud: 'c' } },
  );
  assert.deepEqual(cloudAccess(written).tls, {
    isInsecure: false,
    ca: cert,
    cert: cert + key,
    key: cert + key,
  });
  assert.equal(accessOf({ token: 't', insecure: 'true' }).tls.isInsecure, true);
  assert.equal(accessOf({ token: 't', verify: 'False' }).tls.isInsecure, true);
});

test('what is missing or wrong is told by its name or place, and never with a secret', () => {
  for (const [settings, message] of [
    [{}, /^username is missing: give --os-username, OS_USERNAME, or a cloud of clouds\.yaml that has it$/],
    [{ username: 'ann' }, /^password is missing/],
    [{ ...ann }, /^auth_url is missing: give --os-auth-url, OS_AUTH_URL/],
    [{ ...ann, auth_url: 'identity' }, /^OS_AUTH_URL must be an http or https address$/],
    [{ ...ann, auth_url: 'http://a:secret@b' }, /^OS_AUTH_URL must be an address alone/],
    [{ ...ann, auth_type: 'v3oidc' }, /^OS_AUTH_TYPE must be password, token,/],
    [{ ...ann, auth_url: 'http://i', interface: 'x' }, /^OS_INTERFACE must be public, internal or admin$/],
    [{ ...ann, auth_url: 'http://i', insecure: 'secret' }, /^OS_INSECURE must be true or false$/],
    [
      { ...ann, auth_url: 'http://i', cacert: '/none' },
      /^OS_CACERT names a file that cannot be read: \/none$/,
    ],
    [{ ...ann, auth_url: 'http://i', key: '/dev/null' }, /^OS_KEY is of no use without cert$/],
    [{ ...ann, auth_url: 'http://i', system_scope: 'some' }, /^OS_SYSTEM_SCOPE must be all$/],
    [
      { auth_type: 'v3applicationcredential', application_credential_secret: 'secret' },
      /^application_credential_name is/,
    ],
    [{ auth_type: 'admin_token', endpoint: 'http://e' }, /^token is missing/],
  ] as const) {
    assert.throws(
      () => accessOf(settings),
      (error) => error instanceof Error && message.test(error.message) && !inspect(error).includes('secret@'),
      JSON.stringify(settings),
    );
  }
});

test('however it is printed, nothing of it is a secret', () => {
  const both = [accessOf({ auth_url: 'http://i', ...ann }), accessOf({ token: 'secret' })];
  assert.doesNotMatch(inspect(both, { depth: 10, showHidden: true }) + JSON.stringify(both), /secret/);
});
