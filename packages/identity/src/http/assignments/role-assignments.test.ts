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

test('what several assignments of a user come to is listed once for each role that implies it, and circles end', async () => {
  const { ask, admin } = await identityInProcess();
  const made = async (kind: string, name: string): Promise<string> =>
    (await ask(`POST /v3/${kind}s`, { token: admin, body: { [kind]: { name } } })).body[kind].id;
  const [a, b, c, d] = [
    await made('role', 'a'),
    await made('role', 'b'),
    await made('role', 'c'),
    await made('role', 'd'),
  ];
  for (const [prior, implied] of [
    [a, b],
    [a, c],
    [b, d],
    [c, d],
    [d, b],
  ])
    await ask(`PUT /v3/roles/${prior}/implies/${implied}`, { token: admin });
  const [user, group, project] = [
    await made('user', 'u'),
    await made('group', 'g'),
    await made('project', 'p'),
  ];
  await ask(`PUT /v3/groups/${group}/users/${user}`, { token: admin });
  for (const [who, role] of [
    [`users/${user}`, a],
    [`users/${user}`, d],
    [`groups/${group}`, b],
  ])
    await ask(`PUT /v3/projects/${project}/${who}/roles/${role}`, { token: admin });

  const { body } = await ask(`GET /v3/role_assignments?effective&user.id=${user}`, { token: admin });
  const names = new Map([a, b, c, d].map((id, index) => [id, 'abcd'.charAt(index)]));
  const effects = body.role_assignments.map(
    ({ role, links }: { role: { id: string }; links: Record<string, string> }) => {
      const prior = links['prior_role']?.split('/').at(-1) ?? '';
      return `${names.get(role.id)}${names.get(prior) ?? ''}${links['membership'] ? ' by group' : ''}`;
    },
  );
  // Each with the role that implies it.
  const byGroup = ['b by group', 'bd by group', 'db by group'];
  assert.deepEqual(effects.toSorted(), ['a', 'ba', 'bd', 'ca', 'd', 'db', 'dc', ...byGroup].toSorted());
});
