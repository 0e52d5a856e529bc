import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

const always = {
  cores: 20,
  instances: 10,
  key_pairs: 100,
  metadata_items: 128,
  ram: 51_200,
  server_group_members: 10,
  server_groups: 10,
};
const files = { injected_file_content_bytes: 10_240, injected_file_path_bytes: 255, injected_files: 5 };
const networks = { fixed_ips: -1, floating_ips: -1, security_group_rules: -1, security_groups: -1 };

function quotasInProcess(...given: Parameters<typeof computeInProcess>) {
  const { ask, cloud } = computeInProcess(...given);
  const set = (path: string, quota: object, asked: Asked = {}) =>
    ask(`PUT /os-quota-sets/${path}`, { ...asked, body: { quota_set: quota } });
  const cores = async (path: string) => (await ask(`GET /os-quota-sets/${path}`)).body.quota_set.cores;
  return { ask, cloud, set, cores };
}

test('what is shown loses networks at 2.36 and files at 2.57', async () => {
  const { ask } = quotasInProcess();
  for (const path of ['p1', 'p1/defaults']) {
    const at = async (version: string) =>
      (await ask(`GET /os-quota-sets/${path}`, { version })).body.quota_set;
    assert.deepEqual(await at('2.35'), { id: 'p1', ...always, ...files, ...networks });
    assert.deepEqual(await at('2.36'), { id: 'p1', ...always, ...files });
    assert.deepEqual(await at('2.57'), { id: 'p1', ...always });
  }
});

test('what can be set goes the same way, and the answer has no id', async () => {
  const { set } = quotasInProcess();
  const { status, body } = await set('p1', { fixed_ips: '3', injected_files: 1 }, { version: '2.35' });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    quota_set: { ...always, ...files, injected_files: 1, ...networks, fixed_ips: 3 },
  });
  assert.equal((await set('p1', { fixed_ips: 3 }, { version: '2.36' })).status, 400);
  assert.equal((await set('p1', { injected_files: 3 }, { version: '2.56' })).status, 200);
  assert.equal((await set('p1', { injected_files: 3 }, { version: '2.57' })).status, 400);
});

test('a user has the limits of the project, but for those of their own; what is the project’s alone stays so', async () => {
  const { ask, set, cores } = quotasInProcess();
  await set('p1', { cores: 30 });
  await set('p1?user_id=u1', { cores: 12 });
  assert.deepEqual(
    [await cores('p1'), await cores('p1?user_id=u1'), await cores('p1?user_id=u2')],
    [30, 12, 30],
  );
  await set('p1?user_id=u1', { fixed_ips: 4 }, { version: '2.1' });
  const { body } = await ask('GET /os-quota-sets/p1', { version: '2.1' });
  assert.equal(body.quota_set.fixed_ips, 4);
});

test('users are promised no more than their project has, and a project keeps what it has promised, unless forced', async () => {
  const { set } = quotasInProcess();
  const at = async (path: string, quota: object) => (await set(path, quota)).message;
  const above = (limit: number, most: number) =>
    `Quota limit ${limit} for cores must be less than or equal to ${most}.`;
  assert.equal(await at('p1?user_id=u1', { cores: 21 }), above(21, 20));
  assert.equal(await at('p1?user_id=u1', { cores: 15 }), undefined);
  assert.equal(await at('p1?user_id=u2', { cores: 6 }), above(6, 5));
  assert.equal(await at('p1?user_id=u1', { cores: -1 }), above(-1, 20));
  assert.equal(
    await at('p1', { cores: 14 }),
    'Quota limit 14 for cores must be greater than or equal to already used and reserved 15.',
  );
  assert.equal(await at('p1', { cores: 14, force: 'yes' }), undefined);
});

test('nothing is set below what is used, and the first of the body that cannot be set is told', async () => {
  const { ask, set, cloud } = quotasInProcess();
  await ask('POST /os-server-groups', {
    token: 'alice:p1',
    body: { server_group: { name: 'g', policy: 'affinity' } },
  });
  const { message } = await set('p1', { cores: 1, server_groups: 0, ram: -1 });
  assert.equal(
    message,
    'Quota limit 0 for server_groups must be greater than or equal to already used and reserved 1.',
  );
  assert.equal(cloud.compute.projectQuotas.size, 0);
});

test('details tell what is used; key pairs are not counted here', async () => {
  const { ask } = quotasInProcess();
  await ask('POST /os-server-groups', {
    token: 'alice:p1',
    body: { server_group: { name: 'g', policy: 'affinity' } },
  });
  const used = async (query: string) => (await ask(`GET /os-quota-sets/p1/detail${query}`)).body.quota_set;
  assert.deepEqual((await used('')).server_groups, { limit: 10, in_use: 1, reserved: 0 });
  assert.deepEqual((await used('?user_id=alice')).server_groups.in_use, 1);
  assert.deepEqual((await used('?user_id=bob')).server_groups.in_use, 0);
});

test('deleted quotas leave nothing behind: a user’s alone, or all of a project', async () => {
  const { ask, set, cores, cloud } = quotasInProcess();
  await set('p1', { cores: 30 });
  await set('p1?user_id=u1', { cores: 3 });
  await set('p1?user_id=u2', { cores: 3 });
  assert.equal((await ask('DELETE /os-quota-sets/p1?user_id=u1')).status, 202);
  assert.deepEqual([await cores('p1?user_id=u1'), await cores('p1?user_id=u2')], [30, 3]);
  assert.equal((await ask('DELETE /os-quota-sets/p1')).status, 202);
  assert.deepEqual([cloud.compute.projectQuotas.size, cloud.compute.userQuotas.size], [0, 0]);
});

test('the default class is what projects have that have nothing else', async () => {
  const { ask, cores } = quotasInProcess();
  const body = { quota_class_set: { cores: 44 } };
  assert.deepEqual((await ask('PUT /os-quota-class-sets/default', { body })).body, {
    quota_class_set: { ...always, cores: 44 },
  });
  await ask('PUT /os-quota-class-sets/other', { body: { quota_class_set: { cores: 5 } } });
  assert.equal(await cores('p1'), 44);
  assert.equal(await cores('p1/defaults'), 44);
  const at = async (version: string) =>
    Object.keys((await ask('GET /os-quota-class-sets/default', { version })).body.quota_class_set);
  assert.ok(!(await at('2.49')).includes('server_groups'));
  assert.ok((await at('2.49')).includes('fixed_ips'));
  assert.ok((await at('2.50')).includes('server_groups'));
  assert.ok(!(await at('2.50')).includes('fixed_ips'));
});

test('a project that identity does not have is refused, but for deletion', async () => {
  const { ask, set } = quotasInProcess({ projectExists: async (id) => id !== 'gone' });
  const refused = [400, 'Project ID gone is not a valid project.'];
  for (const path of ['gone', 'gone/detail', 'gone/defaults']) {
    const { status, message } = await ask(`GET /os-quota-sets/${path}`);
    assert.deepEqual([status, message], refused);
  }
  const { status, message } = await set('gone', { cores: 1 });
  assert.deepEqual([status, message], refused);
  assert.equal((await ask('DELETE /os-quota-sets/gone')).status, 202);
});

test('quotas are seen by who is in the project, and set by administrators', async () => {
  const { ask, set } = quotasInProcess();
  const status = async (path: string) =>
    (await ask(`GET /os-quota-sets/${path}`, { token: 'bob:p1' })).status;
  assert.deepEqual([await status('p1'), await status('p2'), await status('p2/defaults')], [200, 403, 200]);
  assert.equal((await set('p1', { cores: 1 }, { token: 'bob:p1' })).status, 403);
});
