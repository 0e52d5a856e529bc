import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../../testing/identity-in-process.ts';

test('of a user or project that is not there no assignment is listed, and what comes of them is not found', async () => {
  const { ask, admin } = await identityInProcess();
  const plain = await ask('GET /v3/role_assignments?user.id=nope', { token: admin });
  assert.deepEqual([plain.status, plain.body.role_assignments], [200, []]);
  const effective = await ask('GET /v3/role_assignments?user.id=nope&effective', { token: admin });
  assert.deepEqual([effective.status, effective.message], [404, 'Could not find user: nope.']);
  for (const flag of ['effective', 'include_subtree']) {
    const there = await ask(`GET /v3/role_assignments?scope.project.id=nope&${flag}`, { token: admin });
    assert.deepEqual([there.status, there.message], [404, 'Could not find project: nope.']);
  }
});
