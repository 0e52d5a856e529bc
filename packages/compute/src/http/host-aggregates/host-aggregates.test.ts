import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { named } from '@berth/engine/testing/names.ts';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

/** An API with two hosts, and what is mostly asked of aggregates. */
function aggregatesInProcess() {
  const { ask, cloud } = computeInProcess();
  const hosts = new ServerCloud('cn1 VCPU:8\ncn2 VCPU:8');
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const create = (name: string, zone?: string, asked: Asked = {}) =>
    ask('POST /os-aggregates', { ...asked, body: { aggregate: { name, availability_zone: zone } } });
  const act = (id: number | string, action: string, value: unknown, asked: Asked = {}) =>
    ask(`POST /os-aggregates/${id}/action`, { ...asked, body: { [action]: value } });
  return { ask, cloud, create, act };
}

test('an aggregate is called by its number; from 2.41 on it shows its uuid, which is that of Placement', async () => {
  const { ask, cloud, create, act } = aggregatesInProcess();
  const { status, body } = await create('rack1', 'east', { version: '2.40' });
  assert.equal(status, 200);
  const { created_at: createdAt, ...made } = body.aggregate;
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
  const times = { updated_at: null, deleted_at: null, deleted: false };
  assert.deepEqual(made, { id: 1, name: 'rack1', ...times, availability_zone: 'east' });
  const added = await act(1, 'add_host', { host: 'cn1' }, { version: '2.41' });
  const { uuid, hosts, metadata } = added.body.aggregate;
  assert.deepEqual([hosts, metadata], [['cn1'], { availability_zone: 'east' }]);
  assert.deepEqual([...named(cloud.placement, 'cn1').aggregates], [uuid]);
  const at = async (version: string) =>
    Object.keys((await ask('GET /os-aggregates/1', { version })).body.aggregate);
  assert.equal((await at('2.40')).includes('uuid'), false);
  assert.equal((await at('2.41')).includes('uuid'), true);
});

test('what is set is said to be changed now to who has set it, and a new name to everybody', async () => {
  const { ask, create, act } = aggregatesInProcess();
  await create('rack1');
  const updatedAt = async () => (await ask('GET /os-aggregates/1')).body.aggregate.updated_at;
  const set = await act(1, 'set_metadata', { metadata: { ssd: 'true' } });
  assert.notEqual(set.body.aggregate.updated_at, null);
  assert.equal(await updatedAt(), null);
  const renamed = await ask('PUT /os-aggregates/1', { body: { aggregate: { name: ' rack2 ' } } });
  assert.deepEqual(
    [renamed.body.aggregate.name, renamed.body.aggregate.updated_at],
    ['rack2', await updatedAt()],
  );
  assert.notEqual(await updatedAt(), null);
});

test('a name and a zone that are set together are both set, or neither', async () => {
  const { ask, create, act } = aggregatesInProcess();
  await create('rack1', 'east');
  await create('rack2');
  await act(1, 'add_host', { host: 'cn1' });
  await act(2, 'add_host', { host: 'cn1' });
  const aggregate = { name: 'rack3', availability_zone: 'west' };
  const { status, message } = await ask('PUT /os-aggregates/2', { body: { aggregate } });
  assert.deepEqual(
    [status, message],
    [400, "Cannot update aggregate 2. Reason: One or more hosts already in availability zone(s) ['east']."],
  );
  assert.equal((await ask('GET /os-aggregates/2')).body.aggregate.name, 'rack2');
});

test('refusals are in the words of the original', async () => {
  const { ask, create, act } = aggregatesInProcess();
  await create('a', 'z9');
  await create('b', 'z8');
  await act(1, 'add_host', { host: 'cn1' });
  const told = async (answer: ReturnType<typeof ask>) => {
    const { status, message } = await answer;
    return `${status} ${message}`;
  };
  assert.equal(await told(create('a')), '409 Aggregate a already exists.');
  assert.equal(await told(act(1, 'add_host', { host: 'cn1' })), '409 Aggregate 1 already has host cn1.');
  assert.equal(
    await told(act(2, 'add_host', { host: 'cn1' })),
    "409 Cannot add host to aggregate 2. Reason: One or more hosts already in availability zone(s) ['z9'].",
  );
  assert.equal(
    await told(act(99, 'add_host', { host: 'nohost' })),
    '404 Compute host nohost could not be found.',
  );
  for (const [host, missing] of [
    ['nohost', 'Compute host nohost'],
    ['cn1', `Aggregate ${'9'.repeat(30)}`],
  ] as const) {
    assert.equal(await told(act('9'.repeat(30), 'add_host', { host })), `404 ${missing} could not be found.`);
  }
  assert.equal(await told(ask('GET /os-aggregates/99')), '404 Aggregate 99 could not be found.');
  assert.equal(
    await told(ask(`GET /os-aggregates/${'9'.repeat(30)}`)),
    `404 Aggregate ${'9'.repeat(30)} could not be found.`,
  );
  assert.equal(
    await told(ask('GET /os-aggregates/1.0')),
    '400 Invalid input received: id must be an integer',
  );
  assert.equal(
    await told(act(1, 'remove_host', { host: 'cn2' })),
    '404 Cannot remove host cn2 in aggregate 1',
  );
  assert.equal(
    await told(act('9'.repeat(30), 'remove_host', { host: 'cn2' })),
    `404 Cannot remove host cn2 in aggregate ${'9'.repeat(30)}`,
  );
  assert.equal(
    await told(ask('DELETE /os-aggregates/1')),
    '400 Cannot remove host from aggregate 1. Reason: Host aggregate is not empty.',
  );
  assert.equal(
    await told(act(1, 'set_metadata', { metadata: { availability_zone: null } })),
    '400 Cannot update metadata of aggregate 1. Reason: Aggregate a does not support empty named availability zone.',
  );
  assert.equal(
    await told(create('c', 'a:b')),
    "400 Invalid input for field/attribute availability_zone. Value: a:b. 'a:b' is not valid under any of the given schemas",
  );
});

test('a list has all of them, in the order in which they were made, as each is shown by itself', async () => {
  const { ask, create, act } = aggregatesInProcess();
  assert.deepEqual((await ask('GET /os-aggregates')).body, { aggregates: [] });
  for (const name of ['b', 'a', 'c']) await create(name);
  await act(1, 'add_host', { host: 'cn2' });
  await act(1, 'add_host', { host: 'cn1' });
  await ask('DELETE /os-aggregates/2');
  const { aggregates } = (await ask('GET /os-aggregates')).body;
  assert.deepEqual(
    aggregates.map(({ name, hosts }: { name: string; hosts: string[] }) => [name, hosts]),
    [
      ['b', ['cn2', 'cn1']],
      ['c', []],
    ],
  );
  assert.deepEqual(aggregates[0], (await ask('GET /os-aggregates/1')).body.aggregate);
});

test('aggregates are for administrators', async () => {
  const { ask, create, act } = aggregatesInProcess();
  const token = 'bob:p1';
  await create('a');
  for (const { status } of [
    await create('b', 'z', { token }),
    await ask('GET /os-aggregates', { token }),
    await ask('GET /os-aggregates/1', { token }),
    await ask('DELETE /os-aggregates/1', { token }),
    await act(1, 'add_host', { host: 'cn1' }, { token }),
  ]) {
    assert.equal(status, 403);
  }
});

test('images are wanted at hand from 2.81 on: none of them twice, and those that there are', async () => {
  const { ask, create } = aggregatesInProcess();
  await create('a');
  const id = '00000000-0000-4000-8000-000000000000';
  const cache = async (path: string, ids: readonly string[], version = '2.81') => {
    const body = { cache: ids.map((each) => ({ id: each })) };
    const { status, message } = await ask(`POST /os-aggregates/${path}/images`, { body, version });
    return `${status} ${message}`;
  };
  assert.match(await cache('1', [id], '2.80'), /^404/);
  assert.equal(await cache('9', [id, id]), '400 Duplicate images in request');
  assert.equal(await cache('9', [id]), '404 Aggregate 9 could not be found.');
  assert.equal(await cache('1', [id]), `400 Image ${id} could not be found.`);
});
