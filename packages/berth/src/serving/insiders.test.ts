import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Authenticate, nobody } from '@berth/api-kit/caller.ts';
import { Insiders } from './insiders.ts';

const refused: Authenticate = () => ({ kind: 'unauthenticated' });

test('who is in this process is known by its token, and nobody else', () => {
  const insiders = new Insiders();
  const host = { ...nobody, userId: 'host1', roles: ['host'] };
  const token = insiders.tokenOf(host);
  const authenticate = insiders.before(refused);
  assert.deepEqual(authenticate({ 'x-auth-token': token }), { kind: 'caller', caller: host });
  for (const other of [undefined, '', 'host1', `${token}x`, token.slice(1), new Insiders().tokenOf(host)])
    assert.deepEqual(authenticate({ 'x-auth-token': other }), { kind: 'unauthenticated' });
  assert.notEqual(insiders.tokenOf(host), token);
});
