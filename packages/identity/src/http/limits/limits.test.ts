import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../../testing/identity-in-process.ts';

/** A service with one registered limit, and somebody who does not administrate. */
async function given() {
  const service = await identityInProcess();
  const { ask, make, admin, tokenOf, roleId } = service;
  const system = await tokenOf('admin', { system: { all: true } });
  const { id: dns } = await make('services', { type: 'dns' });
  const { id: demo } = await make('projects', { name: 'demo' });
  const { id: user } = await make('users', { name: 'demo', password: 'secret' });
  await ask(`PUT /v3/projects/${demo}/users/${user}/roles/${roleId('member')}`, { token: admin });
  const register = (...registered: object[]) =>
    ask('POST /v3/registered_limits', { token: system, body: { registered_limits: registered } });
  const limit = (...limits: object[]) => ask('POST /v3/limits', { token: system, body: { limits } });
  const zones = { service_id: dns, resource_name: 'zones' };
  const { body } = await register({ ...zones, default_limit: 10 });
  return { ...service, system, dns, demo, zones, register, limit, registered: body.registered_limits[0] };
}

test('how limits are to be understood is told to everybody who has a token', async () => {
  const { ask, tokenOf } = await given();
  const { status, body } = await ask('GET /v3/limits/model', { token: await tokenOf('demo') });
  assert.deepEqual([status, body.model.name], [200, 'flat']);
  assert.equal((await ask('GET /v3/limits/model')).status, 401);
});

test('limits are made several at a time, all or none', async () => {
  const { ask, register, system, dns, zones } = await given();
  const recordsets = { ...zones, resource_name: 'recordsets', default_limit: -1 };
  const refused = await register(recordsets, { ...zones, default_limit: 3 });
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'Conflict occurred attempting to store registered_limit - Duplicate entry.'],
  );
  assert.equal((await register(recordsets, recordsets)).status, 409);
  const other = { ...recordsets, region_id: 'RegionOne', description: 'some' };
  const { status, body } = await register(recordsets, other);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['registered_limits']);
  const [, { id, links, ...shown }] = body.registered_limits;
  assert.deepEqual(shown, other);
  assert.equal(links.self, `http://h/identity/v3/registered_limits/${id}`);
  const list = await ask(`GET /v3/registered_limits?service_id=${dns}&region_id=RegionOne`, {
    token: system,
  });
  assert.deepEqual(
    list.body.registered_limits.map((each: { id: string }) => each.id),
    [id],
  );
});

test('a limit needs a registered one about exactly the same, and what it is about has to be there', async () => {
  const { limit, demo, zones } = await given();
  const some = { ...zones, project_id: demo, resource_limit: 5 };
  const told = async (each: object) => {
    const { status, message } = await limit(each);
    return `${status} ${message?.split('. ')[0]}`;
  };
  const notRegistered = '403 Unable to create a limit that has no corresponding registered limit.';
  assert.equal(await told({ ...some, resource_name: 'records' }), notRegistered);
  assert.equal(await told({ ...some, region_id: 'RegionOne' }), notRegistered);
  const without = (what: string) => `400 Expecting to find ${what} in limit`;
  assert.equal(await told({ ...some, service_id: 'nope' }), without('service_id'));
  assert.equal(await told({ ...some, region_id: 'nope' }), without('region_id'));
  assert.equal(await told({ ...some, project_id: 'nope' }), without('project_id'));
  const { project_id: _project, ...ofNobody } = some;
  assert.equal(await told({ ...ofNobody, domain_id: demo }), without('domain_id'));
  assert.match(await told(ofNobody), /^400 .* is not valid under any of the given schemas\n/);
  assert.equal((await limit(some)).status, 201);
  assert.equal(await told(some), '409 Conflict occurred attempting to store limit - Duplicate entry.');
});

test('a domain that is named as a project is a domain', async () => {
  const { limit, zones } = await given();
  const { body } = await limit({ ...zones, project_id: 'default', resource_limit: 5 });
  assert.deepEqual([body.limits[0].project_id, body.limits[0].domain_id], [null, 'default']);
  assert.equal((await limit({ ...zones, domain_id: 'default', resource_limit: 5 })).status, 409);
});

test('a limit may be set to nothing, and its description be taken away', async () => {
  const { ask, limit, demo, zones, system } = await given();
  const { body } = await limit({ ...zones, project_id: demo, resource_limit: 5, description: 'some' });
  const path = `/v3/limits/${body.limits[0].id}`;
  const change = { resource_limit: 0, description: null };
  const changed = await ask(`PATCH ${path}`, { token: system, body: { limit: change } });
  assert.equal(changed.status, 200);
  const { body: shown } = await ask(`GET ${path}`, { token: system });
  assert.deepEqual([shown.limit.resource_limit, shown.limit.description], [0, null]);
  const tooMuch = await ask(`PATCH ${path}`, { token: system, body: { limit: { resource_limit: 2 ** 31 } } });
  assert.equal(tooMuch.status, 400);
});

test('what limits stand on is neither changed nor deleted', async () => {
  const { ask, limit, demo, zones, system, registered } = await given();
  const path = `/v3/registered_limits/${registered.id}`;
  const { body } = await limit({ ...zones, project_id: demo, resource_limit: 5 });
  const change = { registered_limit: { default_limit: 1 } };
  assert.equal((await ask(`PATCH ${path}`, { token: system, body: change })).status, 403);
  assert.equal((await ask(`DELETE ${path}`, { token: system })).status, 403);
  await ask(`DELETE /v3/limits/${body.limits[0].id}`, { token: system });
  assert.equal((await ask(`PATCH ${path}`, { token: system, body: change })).status, 200);
  assert.equal((await ask(`DELETE ${path}`, { token: system })).status, 204);
  const gone = await ask(`GET ${path}`, { token: system });
  assert.equal(gone.message, `Could not find registered limit for ${registered.id}.`);
});

test('limits stay when the service or the region goes, and can be deleted then, as clients do', async () => {
  const { ask, limit, register, demo, dns, zones, admin, system, state } = await given();
  await ask('POST /v3/regions', { token: admin, body: { region: { id: 'there' } } });
  const there = { ...zones, region_id: 'there' };
  await register({ ...there, default_limit: 1 });
  await limit({ ...there, project_id: demo, resource_limit: 6 });
  assert.equal((await ask('DELETE /v3/regions/there', { token: admin })).status, 204);
  assert.equal((await ask(`DELETE /v3/services/${dns}`, { token: admin })).status, 204);
  assert.deepEqual([state.registeredLimits.size, state.limits.size], [2, 1]);
  for (const { id } of state.limits.values())
    assert.equal((await ask(`DELETE /v3/limits/${id}`, { token: system })).status, 204);
  for (const { id } of state.registeredLimits.values())
    assert.equal((await ask(`DELETE /v3/registered_limits/${id}`, { token: system })).status, 204);
  assert.deepEqual([state.registeredLimits.size, state.limits.size], [0, 0]);
});

test('limits go with their project and with their domain', async () => {
  const { ask, make, limit, demo, zones, admin, state } = await given();
  const { id: domain } = await make('domains', { name: 'gone', enabled: false });
  await limit(
    { ...zones, project_id: demo, resource_limit: 1 },
    { ...zones, domain_id: domain, resource_limit: 2 },
  );
  assert.equal(state.limits.size, 2);
  await ask(`DELETE /v3/projects/${demo}`, { token: admin });
  assert.equal(state.limits.size, 1);
  await ask(`DELETE /v3/domains/${domain}`, { token: admin });
  assert.equal(state.limits.size, 0);
});

test('a token of a project sees its limits, one of a domain those of all in it, one of the system all', async () => {
  const { ask, make, limit, demo, zones, system, admin, tokenOf, roleId, state } = await given();
  const { id: domain } = await make('domains', { name: 'other' });
  const { id: project } = await make('projects', { name: 'far', domain_id: domain });
  await limit(
    { ...zones, project_id: demo, resource_limit: 1 },
    { ...zones, domain_id: 'default', resource_limit: 2 },
    { ...zones, project_id: project, resource_limit: 3 },
  );
  const userId = state.users.named('default', 'admin')?.id ?? '';
  await ask(`PUT /v3/domains/default/users/${userId}/roles/${roleId('reader')}`, { token: admin });
  const seen = async (token: string, query = '') => {
    const { body } = await ask(`GET /v3/limits${query}`, { token });
    return body.limits.map((each: { resource_limit: number }) => each.resource_limit);
  };
  const own = await tokenOf('demo', { project: { id: demo } });
  assert.deepEqual(await seen(own), [1]);
  assert.deepEqual(await seen(await tokenOf('admin', { domain: { id: 'default' } })), [1, 2]);
  assert.deepEqual(await seen(system), [1, 2, 3]);
  assert.deepEqual(await seen(system, `?project_id=${project}&resource_name=zones`), [3]);
  assert.deepEqual(await seen(await tokenOf('demo')), []);
  const [ofDemo, , far] = [...state.limits.values()];
  assert.equal((await ask(`GET /v3/limits/${ofDemo?.id}`, { token: own })).status, 200);
  assert.equal((await ask(`GET /v3/limits/${far?.id}`, { token: own })).status, 403);
  assert.equal((await ask(`DELETE /v3/limits/${ofDemo?.id}`, { token: own })).status, 403);
});

test('what this process serves can be limited, also in the region where it is', async () => {
  const { ask, register, limit, demo, system, state } = await given();
  const { body } = await ask('GET /v3/services?type=identity', { token: system });
  const some = { service_id: body.services[0].id, resource_name: 'users', region_id: 'RegionOne' };
  assert.equal((await register({ ...some, default_limit: 10 })).status, 201);
  assert.equal((await limit({ ...some, project_id: demo, resource_limit: 5 })).status, 201);
  assert.equal(state.limits.size, 1);
});
