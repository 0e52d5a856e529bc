import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedTokens } from './named-tokens.ts';

function bearer(token: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const outcome = namedTokens()({ ...(token === undefined ? {} : { 'x-auth-token': token }), ...headers });
  assert.ok(!(outcome instanceof Promise));
  if (outcome.kind !== 'caller') return outcome.kind;
  const { userId, projectId, roles, systemScope } = outcome.caller;
  return [userId, projectId, roles.join(), systemScope];
}

test('a token says who its bearer is, in which project, and with which roles', () => {
  assert.deepEqual(bearer('admin'), ['admin', 'admin', 'admin,member,reader', null]);
  assert.deepEqual(bearer('ann'), ['ann', 'ann', 'member,reader', null]);
  assert.deepEqual(bearer('ann:work'), ['ann', 'work', 'member,reader', null]);
  assert.deepEqual(bearer('ann:work:reader'), ['ann', 'work', 'reader', null]);
  assert.deepEqual(bearer('ann:work:admin,host'), ['ann', 'work', 'admin,member,reader,host', null]);
  assert.deepEqual(bearer('host1:service:host'), ['host1', 'service', 'host', null]);
  assert.deepEqual(bearer('ann::admin'), ['ann', null, 'admin,member,reader', 'all']);
  assert.deepEqual(bearer('admin', { 'x-roles': 'reader' }), ['admin', 'admin', 'reader', null]);
});

test('whoever shows none is nobody', () => {
  assert.deepEqual([bearer(undefined), bearer('')], ['unauthenticated', 'unauthenticated']);
});
