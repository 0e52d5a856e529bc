import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../../testing/compute-in-process.ts';

const always = {
  maxTotalInstances: 10,
  maxTotalCores: 20,
  maxTotalRAMSize: 51_200,
  maxServerMeta: 128,
  maxTotalKeypairs: 100,
  maxServerGroups: 10,
  maxServerGroupMembers: 10,
  totalRAMUsed: 0,
  totalCoresUsed: 0,
  totalInstancesUsed: 0,
  totalServerGroupsUsed: 0,
};
const files = { maxPersonality: 5, maxPersonalitySize: 10_240 };
const networks = {
  maxTotalFloatingIps: -1,
  maxSecurityGroups: -1,
  maxSecurityGroupRules: -1,
  totalFloatingIpsUsed: 0,
  totalSecurityGroupsUsed: 0,
};

test('limits lose networks at 2.36, images at 2.39 and files at 2.57', async () => {
  const { ask } = computeInProcess();
  const at = async (version: string) => {
    const { body } = await ask('GET /limits', { version, token: 'bob:p1' });
    assert.deepEqual(body.limits.rate, []);
    return body.limits.absolute;
  };
  const images = { maxImageMeta: 128 };
  assert.deepEqual(await at('2.35'), { ...always, ...files, ...images, ...networks });
  assert.deepEqual(await at('2.36'), { ...always, ...files, ...images });
  assert.deepEqual(await at('2.39'), { ...always, ...files });
  assert.deepEqual(await at('2.57'), always);
});

test('they are those of the project, and what it uses', async () => {
  const { ask } = computeInProcess();
  await ask('PUT /os-quota-sets/p1', { body: { quota_set: { cores: 7 } } });
  await ask('POST /os-server-groups', {
    token: 'bob:p1',
    body: { server_group: { name: 'g', policy: 'affinity' } },
  });
  const { body } = await ask('GET /limits', { token: 'bob:p1' });
  assert.deepEqual(body.limits.absolute, { ...always, maxTotalCores: 7, totalServerGroupsUsed: 1 });
});

test('only administrators may name a project, of several the last; unknown parameters are refused from 2.75 on', async () => {
  const { ask } = computeInProcess();
  const { status, message } = await ask('GET /limits?tenant_id=p1', { token: 'bob:p1' });
  assert.deepEqual(
    [status, message],
    [403, "Policy doesn't allow os_compute_api:limits:other_project to be performed."],
  );
  await ask('PUT /os-quota-sets/p1', { body: { quota_set: { cores: 7 } } });
  const { body } = await ask('GET /limits?tenant_id=p2&tenant_id=p1');
  assert.equal(body.limits.absolute.maxTotalCores, 7);
  assert.equal((await ask('GET /limits?reserved=1', { version: '2.74' })).status, 200);
  assert.equal((await ask('GET /limits?reserved=1', { version: '2.75' })).status, 400);
});

test('whoever is in no project has no limits, but for administrators', async () => {
  const { ask } = computeInProcess();
  const { status, message } = await ask('GET /limits', { token: 'bob:' });
  assert.deepEqual([status, message], [403, 'Forbidden']);
  assert.equal((await ask('GET /limits', { token: 'root::admin' })).status, 200);
});
