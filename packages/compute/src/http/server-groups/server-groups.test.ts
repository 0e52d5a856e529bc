import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';
import { usualLimits } from '../usual-limits.ts';

const hers = { token: 'alice:p1' };

function groupsInProcess(...given: Parameters<typeof computeInProcess>) {
  const { ask, cloud } = computeInProcess(...given);
  const create = (group: object, asked: Asked = hers) =>
    ask('POST /os-server-groups', { ...asked, body: { server_group: group } });
  return { ask, cloud, create };
}

test('a group has one policy in a list up to 2.63, and from 2.64 on by itself, with rules', async () => {
  const { ask, create } = groupsInProcess();
  const { status, body } = await create({ name: 'g', policies: ['affinity'] }, { ...hers, version: '2.1' });
  assert.equal(status, 200);
  const { id } = body.server_group;
  const at = async (version: string) => (await ask(`GET /os-server-groups/${id}`, { ...hers, version })).body;
  const old = { id, name: 'g', policies: ['affinity'], metadata: {}, members: [] };
  const owner = { project_id: 'p1', user_id: 'alice' };
  assert.deepEqual(body, { server_group: old });
  assert.deepEqual(await at('2.12'), { server_group: old });
  assert.deepEqual(await at('2.13'), { server_group: { ...old, ...owner } });
  assert.deepEqual(await at('2.63'), { server_group: { ...old, ...owner } });
  assert.deepEqual(await at('2.64'), {
    server_group: { id, name: 'g', policy: 'affinity', rules: {}, members: [], ...owner },
  });
});

test('soft policies are there from 2.15 on', async () => {
  const { create } = groupsInProcess();
  const soft = { name: 'g', policies: ['soft-anti-affinity'] };
  const { status, message } = await create(soft, { ...hers, version: '2.14' });
  assert.equal(status, 400);
  assert.equal(
    message,
    "Invalid input for field/attribute 0. Value: soft-anti-affinity. 'soft-anti-affinity' is not one of ['anti-affinity', 'affinity']",
  );
  assert.equal((await create(soft, { ...hers, version: '2.15' })).status, 200);
});

test('how many may be on a host is a rule for those that are to be apart', async () => {
  const { create } = groupsInProcess();
  const rules = { max_server_per_host: '3' };
  const { body } = await create({ name: 'g', policy: 'anti-affinity', rules });
  assert.deepEqual(body.server_group.rules, { max_server_per_host: 3 });
  const { status, message } = await create({ name: 'g', policy: 'affinity', rules });
  assert.deepEqual([status, message], [400, 'Only anti-affinity policy supports rules.']);
  assert.equal((await create({ name: 'g', policy: 'affinity', rules: {} })).status, 200);
});

test('a group is its project’s: to others it is not there, but to administrators', async () => {
  const { ask, create } = groupsInProcess();
  const { id } = (await create({ name: 'g', policy: 'affinity' })).body.server_group;
  const look = async (method: string, token: string) => {
    const { status, message } = await ask(`${method} /os-server-groups/${id}`, { token });
    return [status, message];
  };
  const absent = [404, `Instance group ${id} could not be found.`];
  assert.deepEqual(await look('GET', 'carl:p1'), [200, undefined]);
  assert.deepEqual(await look('GET', 'bob:p2'), absent);
  assert.deepEqual(await look('DELETE', 'bob:p2'), absent);
  assert.deepEqual(await look('DELETE', 'rita:p1:reader'), [
    403,
    "Policy doesn't allow os_compute_api:os-server-groups:delete to be performed.",
  ]);
  assert.deepEqual(await look('GET', 'admin'), [200, undefined]);
  assert.deepEqual(await look('DELETE', 'admin'), [204, undefined]);
  assert.deepEqual(await look('GET', 'admin'), absent);
});

test('a list is in the order in which they were made, a part of it by limit and offset, and of all projects for administrators', async () => {
  const { ask, create } = groupsInProcess();
  for (const name of ['b', 'a', 'c']) await create({ name, policy: 'affinity' });
  await create({ name: 'his', policy: 'affinity' }, { token: 'bob:p2' });
  const names = async (query: string, token = 'alice:p1') =>
    (await ask(`GET /os-server-groups${query}`, { token })).body.server_groups.map(
      (group: any) => group.name,
    );
  assert.deepEqual(await names(''), ['b', 'a', 'c']);
  assert.deepEqual(await names('?limit=1&offset=1'), ['a']);
  assert.deepEqual(await names('?limit=0'), ['b', 'a', 'c']);
  assert.deepEqual(await names('?all_projects'), ['b', 'a', 'c']);
  assert.deepEqual(await names('?all_projects=no', 'admin'), ['b', 'a', 'c', 'his']);
  assert.deepEqual(await names('', 'admin'), []);
});

test('there are only so many in a project, and of a user in it; that comes before what is wrong with the rules', async () => {
  const { ask, create } = groupsInProcess({ settings: { limits: { ...usualLimits, serverGroups: 2 } } });
  const add = async (token = 'alice:p1', more = {}) =>
    (await create({ name: 'g', policy: 'affinity', ...more }, { token })).message;
  const tooMany = 'Quota exceeded, too many server groups.';
  await ask('PUT /os-quota-sets/p1?user_id=alice', { body: { quota_set: { server_groups: 1 } } });
  assert.equal(await add(), undefined);
  assert.equal(await add(), tooMany);
  assert.equal(await add('carl:p1'), undefined);
  assert.equal(await add('carl:p1', { rules: { max_server_per_host: 1 } }), tooMany);
  assert.equal(await add('bob:p2'), undefined);
});

test('what is deleted leaves nothing behind', async () => {
  const { ask, cloud, create } = groupsInProcess();
  const { id } = (await create({ name: 'g', policy: 'affinity' })).body.server_group;
  await ask(`DELETE /os-server-groups/${id}`, hers);
  assert.equal(cloud.compute.serverGroups.size, 0);
  assert.equal(cloud.compute.serverGroups.countOf('p1', null), 0);
});
