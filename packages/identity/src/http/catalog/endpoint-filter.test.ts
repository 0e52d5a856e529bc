import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../../testing/identity-in-process.ts';

/** A project, and a service with two endpoints besides the three of identity itself. */
async function given() {
  const service = await identityInProcess();
  const { make, ask, admin, state, tokenOf, roleId } = service;
  const { id: dns } = await make('services', { type: 'dns', name: 'designate' });
  const of = (through: string, enabled = true) =>
    make('endpoints', { service_id: dns, interface: through, url: `http://x/${through}`, enabled });
  const [open, inner] = [await of('public'), await of('internal')];
  const { id: demo } = await make('projects', { name: 'demo' });
  const userId = state.users.named('default', 'admin')?.id ?? '';
  await ask(`PUT /v3/projects/${demo}/users/${userId}/roles/${roleId('member')}`, { token: admin });
  const on = (method: string, endpointId: string) =>
    ask(`${method} /v3/OS-EP-FILTER/projects/${demo}/endpoints/${endpointId}`, { token: admin });
  /** What a token of the project is told of: interfaces by the types of services. */
  const catalog = async (scope: object = { project: { id: demo } }): Promise<object> => {
    const token = await tokenOf('admin', scope);
    const { body } = await ask('GET /v3/auth/tokens', { token, headers: { 'x-subject-token': token } });
    const entries = body.token.catalog as { type: string; endpoints: { interface: string }[] }[];
    return Object.fromEntries(
      entries.map(({ type, endpoints }) => [type, endpoints.map((each) => each.interface)]),
    );
  };
  return { ...service, dns, demo, open, inner, on, catalog };
}

const whole = { identity: ['public', 'internal', 'admin'], dns: ['public', 'internal'] };

test('a project is told of all endpoints until it is told of some: then of these alone', async () => {
  const { catalog, on, open, ask, admin } = await given();
  assert.deepEqual(await catalog(), whole);
  assert.equal((await on('PUT', open.id)).status, 204);
  assert.deepEqual(await catalog(), { dns: ['public'] });
  assert.deepEqual(await catalog({ project: { name: 'admin', domain: { id: 'default' } } }), whole);
  assert.deepEqual(await catalog({ system: { all: true } }), whole);
  await ask(`PATCH /v3/endpoints/${open.id}`, { token: admin, body: { endpoint: { enabled: false } } });
  assert.deepEqual(await catalog(), {});
  assert.equal((await on('DELETE', open.id)).status, 204);
  assert.deepEqual(await catalog(), { ...whole, dns: ['internal'] });
});

test('endpoints of what this process serves can be told of, too', async () => {
  const { catalog, on, ask, admin } = await given();
  const { body } = await ask('GET /v3/endpoints?interface=admin', { token: admin });
  assert.equal((await on('PUT', body.endpoints[0].id)).status, 204);
  assert.deepEqual(await catalog(), { identity: ['admin'] });
});

test('what a project is told of is checked and listed, from both sides', async () => {
  const { on, open, inner, demo, ask, admin } = await given();
  await on('PUT', open.id);
  const told = ({ status, message }: { status: number; message: string | undefined }) =>
    `${status} ${message}`;
  assert.equal(
    told(await on('PUT', open.id)),
    '409 Conflict occurred attempting to store project_endpoint - Duplicate entry.',
  );
  assert.equal((await on('GET', open.id)).status, 204);
  assert.equal((await on('HEAD', open.id)).status, 204);
  const missing = `404 Endpoint ${inner.id} not found in project ${demo}`;
  assert.equal(told(await on('GET', inner.id)), missing);
  assert.equal(told(await on('DELETE', inner.id)), missing);
  assert.equal(told(await on('PUT', 'nope')), '404 Could not find endpoint: nope.');
  const base = '/v3/OS-EP-FILTER';
  const endpoints = await ask(`GET ${base}/projects/${demo}/endpoints`, { token: admin });
  assert.deepEqual(endpoints.body.endpoints, [open]);
  assert.equal(endpoints.body.links.self, `http://h/identity${base}/projects/${demo}/endpoints`);
  const projects = await ask(`GET ${base}/endpoints/${open.id}/projects`, { token: admin });
  assert.deepEqual(
    projects.body.projects.map((each: { id: string }) => each.id),
    [demo],
  );
});

test('that a project is told of an endpoint ends with either of them, and with the service', async () => {
  for (const pathOf of [
    ({ demo }: Given) => `/v3/projects/${demo}`,
    ({ open }: Given) => `/v3/endpoints/${open.id}`,
    ({ dns }: Given) => `/v3/services/${dns}`,
  ]) {
    const world = await given();
    await world.on('PUT', world.open.id);
    assert.equal(world.state.projectEndpoints.size, 1);
    assert.equal((await world.ask(`DELETE ${pathOf(world)}`, { token: world.admin })).status, 204);
    assert.equal(world.state.projectEndpoints.size, 0);
  }
});

type Given = Awaited<ReturnType<typeof given>>;
