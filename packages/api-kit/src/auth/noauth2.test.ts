import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf, seed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import type { AuthOutcome, Caller } from '../caller.ts';
import { noauth2 } from './noauth2.ts';
import { askPython, hasPythonModules } from './testing/debian-python.ts';

const authenticate = noauth2();

test('no token is not authenticated, an empty one is', () => {
  assert.deepEqual(authenticate({}), { kind: 'unauthenticated' });
  assert.equal(callerWith({ 'x-auth-token': '' }).userId, '');
});

test('the token names the user and, after a colon, the project', () => {
  for (const [token, userId, projectId] of [
    ['admin', 'admin', 'admin'],
    ['u:p', 'u', 'p'],
    ['u:', 'u', 'u'],
    [':p', '', 'p'],
    ['u:p:q', 'u', 'p:q'],
  ] as const) {
    const caller = callerWith({ 'x-auth-token': token });
    assert.deepEqual([caller.userId, caller.projectId], [userId, projectId], token);
  }
});

test('the user admin has the role admin, unless roles are sent', () => {
  assert.deepEqual(callerWith({ 'x-auth-token': 'admin:p' }).roles, ['admin']);
  assert.deepEqual(callerWith({ 'x-auth-token': 'user' }).roles, []);
  assert.deepEqual(callerWith({ 'x-auth-token': 'admin', 'x-roles': 'reader' }).roles, ['reader']);
  assert.deepEqual(callerWith({ 'x-auth-token': 'admin', 'x-roles': '' }).roles, []);
  assert.deepEqual(callerWith({ 'x-auth-token': 'u', 'x-roles': 'a, b,,C' }).roles, ['a', 'b', '', 'C']);
});

test('a project of its own header beats that of the token', () => {
  assert.equal(callerWith({ 'x-auth-token': 'u:p', 'x-project-id': 'q' }).projectId, 'q');
});

test('a system-scoped request is in no project', () => {
  const caller = callerWith({ 'x-auth-token': 'u:p', 'openstack-system-scope': 'all' });
  assert.equal(caller.systemScope, 'all');
  assert.equal(caller.projectId, null);
});

test('Placement sees the same caller in every generated request', (t) => {
  if (!hasPythonModules(t, 'placement', 'webob')) return;
  const requests = draw(anyHeaders, runsOf(1500));
  const answers = askPython(new URL('testing/ask_noauth2.py', import.meta.url), requests);
  assert.deepEqual(
    requests.map((headers) => ({ headers, seen: policyValues(authenticate(headers)) })),
    requests.map((headers, index) => ({ headers, seen: (answers as readonly unknown[])[index] })),
    `seed ${seed()}`,
  );
});

const value = fc.constantFrom('', 'admin', 'u', 'u:', ':p', 'u:p', 'a:b:c', 'x, y', ',a ,B', 'True', 'false');

const anyHeaders = fc.record(
  {
    'x-auth-token': value,
    'x-roles': value,
    'x-project-id': value,
    'x-domain-id': value,
    'openstack-system-scope': fc.constantFrom('all', 'other', ''),
    'x-tenant-id': value,
    'x-tenant': value,
    'x-user-id': value,
    'x-role': value,
    'x-user-domain-id': value,
    'x-project-domain-id': value,
    'x-is-admin-project': value,
    'x-service-roles': value,
    'x-service-user-id': value,
    'x-service-user-domain-id': value,
    'x-service-project-id': value,
    'x-service-project-domain-id': value,
  },
  { requiredKeys: [] },
);

/** The caller as oslo.context would put it before a policy; null for a 401. */
function policyValues(outcome: ReturnType<typeof authenticate>): unknown {
  assert(!(outcome instanceof Promise));
  if (outcome.kind !== 'caller') return null;
  const { caller } = outcome;
  return {
    user_domain_id: null,
    project_domain_id: null,
    is_admin_project: true,
    service_user_id: null,
    service_user_domain_id: null,
    service_project_id: null,
    service_project_domain_id: null,
    service_roles: [],
    ...caller.attributes,
    user_id: caller.userId,
    project_id: caller.projectId,
    domain_id: caller.domainId,
    system_scope: caller.systemScope,
    roles: caller.roles,
  };
}

function callerWith(headers: Readonly<Record<string, string>>): Caller {
  const outcome = authenticate(headers) as AuthOutcome;
  assert(outcome.kind === 'caller');
  return outcome.caller;
}
