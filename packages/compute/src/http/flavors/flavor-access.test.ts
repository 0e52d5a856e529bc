import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectsMax } from '@berth/compute-engine/flavors/flavor-access.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

async function served() {
  const { ask, cloud } = computeInProcess({ projectExists: async (id) => id !== 'gone' });
  for (const [id, isPublic] of [
    ['open', true],
    ['secret', false],
  ] as const) {
    const flavor = { id, name: id, ram: 1, vcpus: 1, disk: 0, 'os-flavor-access:is_public': isPublic };
    await ask('POST /flavors', { body: { flavor } });
  }
  const act = async (action: string, tenant: unknown, asked: Asked = {}, flavor = 'secret') => {
    const { status, body, message } = await ask(`POST /flavors/${flavor}/action`, {
      ...asked,
      body: { [action]: { tenant } },
    });
    return status === 200 ? body.flavor_access : [status, message];
  };
  return { ask, act, cloud };
}

test('projects are let in and out again, and are told in the order of their ids', async () => {
  const { ask, act } = await served();
  await act('addTenantAccess', 'q');
  const both = [
    { flavor_id: 'secret', tenant_id: 'p' },
    { flavor_id: 'secret', tenant_id: 'q' },
  ];
  assert.deepEqual(await act('addTenantAccess', 'p'), both);
  assert.deepEqual((await ask('GET /flavors/secret/os-flavor-access')).body, { flavor_access: both });
  assert.deepEqual(await act('removeTenantAccess', 'p'), both.slice(1));
});

test('twice is refused, and so is to let out who is not in; the flavor is told by its number', async () => {
  const { act } = await served();
  await act('addTenantAccess', 'p');
  assert.deepEqual(await act('addTenantAccess', 'p'), [
    409,
    'Flavor access already exists for flavor 2 and project p combination.',
  ]);
  assert.deepEqual(await act('removeTenantAccess', 'q'), [
    404,
    'Flavor access not found for 2 / q combination.',
  ]);
});

test('a public flavor has no list; until 2.6 access can be given to it all the same', async () => {
  const { ask, act } = await served();
  const { status, message } = await ask('GET /flavors/open/os-flavor-access');
  assert.deepEqual([status, message], [404, 'Access list not available for public flavors.']);
  assert.deepEqual(await act('addTenantAccess', 'p', { version: '2.6' }, 'open'), [
    { flavor_id: 'open', tenant_id: 'p' },
  ]);
  assert.deepEqual(await act('addTenantAccess', 'q', { version: '2.7' }, 'open'), [
    409,
    'Can not add access to a public flavor.',
  ]);
});

test('a project that there is not is not let in, but can be let out', async () => {
  const { act, cloud } = await served();
  const refusal = [400, 'Project ID gone is not a valid project.'];
  assert.deepEqual(await act('addTenantAccess', 'gone'), refusal);
  // Before anybody looks for the flavor.
  assert.deepEqual(await act('addTenantAccess', 'gone', {}, 'none'), refusal);
  const flavor = cloud.compute.flavors.get('secret' as FlavorId);
  assert.ok(flavor);
  cloud.compute.flavors.put({ ...flavor, projects: ['gone'] });
  assert.deepEqual(await act('removeTenantAccess', 'gone'), []);
});

test('only administrators see and change it', async () => {
  const { ask, act } = await served();
  const token = 'a:p';
  assert.equal((await ask('GET /flavors/none/os-flavor-access', { token })).status, 403);
  assert.deepEqual(await act('addTenantAccess', 'gone', { token }), [
    403,
    "Policy doesn't allow os_compute_api:os-flavor-access:add_tenant_access to be performed.",
  ]);
  assert.deepEqual(await act('removeTenantAccess', 'p', { token }), [
    403,
    "Policy doesn't allow os_compute_api:os-flavor-access:remove_tenant_access to be performed.",
  ]);
  assert.equal((await act('addTenantAccess', '', { token }))[0], 400);
});

test('there are no other actions', async () => {
  const { ask } = await served();
  const refused = async (body: unknown) => (await ask('POST /flavors/none/action', { body })).message;
  assert.equal(await refused({ grow: {} }), 'There is no such action: grow');
  assert.equal(await refused({}), 'Malformed request body');
});

test('a flavor cannot be given to any number of projects', async () => {
  const { act, cloud } = await served();
  const flavor = cloud.compute.flavors.get('secret' as FlavorId);
  assert.ok(flavor);
  cloud.compute.flavors.put({
    ...flavor,
    projects: Array.from({ length: projectsMax }, (_, index) => `p${index}`),
  });
  assert.deepEqual(await act('addTenantAccess', 'q'), [
    403,
    'Access to a flavor can be given to 10000 projects at most.',
  ]);
});
