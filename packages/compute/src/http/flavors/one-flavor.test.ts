import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

const sizes = { name: 'small', ram: 512, vcpus: 1, disk: 1 };

function served() {
  const { ask, cloud } = computeInProcess();
  const create = (more: object = {}, asked: Asked = {}) =>
    ask('POST /flavors', { ...asked, body: { flavor: { ...sizes, ...more } } });
  return { ask, cloud, create };
}

test('a flavor is made of its sizes, and shown with all that is usual', async () => {
  const { create } = served();
  const { status, body } = await create({ id: 'f1' }, { version: '2.1' });
  assert.equal(status, 200);
  assert.deepEqual(body.flavor, {
    id: 'f1',
    name: 'small',
    ram: 512,
    disk: 1,
    swap: '',
    'OS-FLV-EXT-DATA:ephemeral': 0,
    'OS-FLV-DISABLED:disabled': false,
    vcpus: 1,
    'os-flavor-access:is_public': true,
    rxtx_factor: 1,
    links: [
      { rel: 'self', href: 'http://h/v2.1/flavors/f1' },
      { rel: 'bookmark', href: 'http://h/flavors/f1' },
    ],
  });
});

test('2.55 adds a description, 2.61 extra specs, and 2.75 makes a number of no swap', async () => {
  const { ask, create } = served();
  await create({ id: 'f1', description: 'words' });
  const shownAt = async (version: string) => (await ask('GET /flavors/f1', { version })).body.flavor;
  for (const [version, description, extraSpecs, swap] of [
    ['2.54', undefined, undefined, ''],
    ['2.55', 'words', undefined, ''],
    ['2.60', 'words', undefined, ''],
    ['2.61', 'words', {}, ''],
    ['2.74', 'words', {}, ''],
    ['2.75', 'words', {}, 0],
  ] as const) {
    const shown = await shownAt(version);
    assert.deepEqual(
      [shown.description, shown.extra_specs, shown.swap],
      [description, extraSpecs, swap],
      version,
    );
  }
  const refused = await create({ id: 'f2', name: 'b', description: 'words' }, { version: '2.54' });
  assert.match(
    refused.message ?? '',
    /Additional properties are not allowed \('description' was unexpected\)/,
  );
});

test('who may not see extra specs does not see them in a flavor either', async () => {
  const { ask, create } = served();
  await create({ id: 'f1' });
  assert.equal((await ask('GET /flavors/f1', { token: 'a:p:nobody' })).body.flavor.extra_specs, undefined);
  assert.deepEqual((await ask('GET /flavors/f1', { token: 'a:p:reader' })).body.flavor.extra_specs, {});
});

test('an id may be a number, which becomes a text; without one, or with 0, one is made', async () => {
  const { create } = served();
  const idOf = async (name: string, id: unknown) => (await create({ name, id })).body.flavor.id;
  assert.equal(await idOf('a', 7), '7');
  assert.equal(await idOf('b', 1.5), '1.5');
  assert.equal(await idOf('c', -1), '-1');
  for (const [name, id] of [
    ['d', null],
    ['e', 0],
    ['f', undefined],
  ] as const) {
    assert.match(await idOf(name, id), /^[0-9a-f]{8}-/);
  }
});

test('of a name and an id that are taken the name is told', async () => {
  const { create } = served();
  await create({ id: 'f1' });
  assert.deepEqual(await create({ id: 'f1' }).then(({ status, message }) => [status, message]), [
    409,
    'Flavor with name small already exists.',
  ]);
  assert.equal((await create({ id: 'f1', name: 'b' })).message, 'Flavor with ID f1 already exists.');
  assert.equal((await create({ id: 'f2' })).message, 'Flavor with name small already exists.');
});

test('a line break at the end of a name is no part of it', async () => {
  const { create } = served();
  assert.equal((await create({ name: 'small\n' })).body.flavor.name, 'small');
  assert.equal((await create()).status, 409);
});

test('what is wrong with a body is said in the words of the original', async () => {
  const { create } = served();
  const name =
    "An invalid 'name' value was provided. The name must be: printable characters. Can not start or end with whitespace.";
  for (const [more, message] of [
    [{ name: '' }, "Invalid input for field/attribute name. Value: . '' is too short"],
    [{ name: ' a' }, name],
    [{ name: 'a\u200b' }, name],
    [{ name: '\u{1f600}' }, name],
    [{ ram: 0 }, 'Invalid input for field/attribute ram. Value: 0. 0 is less than the minimum of 1'],
    [{ ram: '0' }, 'Invalid input for field/attribute ram. Value: 0. 0 is less than the minimum of 1'],
    [
      { swap: '2147483648' },
      'Invalid input for field/attribute swap. Value: 2147483648. 2147483648 is greater than the maximum of 2147483647',
    ],
    // What is behind the point of a number is not looked at; of a text it is.
    [
      { rxtx_factor: 0.5 },
      'Invalid input for field/attribute rxtx_factor. Value: 0.5. 0 is less than or equal to the minimum of 0',
    ],
    [
      { id: ' a' },
      "Invalid input for field/attribute id. Value:  a. ' a' does not match '^(?! )[a-zA-Z0-9. _-]+(?<! )$'",
    ],
    [
      { vcpus: null },
      "Invalid input for field/attribute vcpus. Value: None. None is not of type 'integer', 'string'",
    ],
  ] as const) {
    assert.deepEqual(await create(more).then((answer) => [answer.status, answer.message]), [400, message]);
  }
  assert.equal((await create({ rxtx_factor: '0.5' })).body.flavor.rxtx_factor, 0.5);
});

test('the body is looked at before the rule, and the rule before the flavor', async () => {
  const { ask, create } = served();
  const token = 'a:p';
  assert.equal((await create({ ram: 0 }, { token })).status, 400);
  assert.deepEqual(await create({}, { token }).then(({ status, message }) => [status, message]), [
    403,
    "Policy doesn't allow os_compute_api:os-flavor-manage:create to be performed.",
  ]);
  const body = { flavor: { description: 'words' } };
  assert.equal((await ask('PUT /flavors/none', { token, body })).status, 403);
  assert.equal((await ask('DELETE /flavors/none', { token })).status, 403);
  assert.equal((await ask('PUT /flavors/none', { body })).message, 'Flavor none could not be found.');
  assert.equal((await ask('DELETE /flavors/none')).message, 'Flavor none could not be found.');
});

test('from 2.55 on the description can be changed, and taken away', async () => {
  const { ask, create } = served();
  await create({ id: 'f1' });
  const update = (description: unknown, version = '2.55') =>
    ask('PUT /flavors/f1', { version, body: { flavor: { description } } });
  assert.equal((await update('words', '2.54')).status, 404);
  assert.equal((await update('words')).body.flavor.description, 'words');
  assert.equal((await update(null)).body.flavor.description, null);
  assert.equal((await update('x'.repeat(65_536))).status, 400);
});

test('a change is remembered with its time, and saying the same again is none', async () => {
  const { ask, create, cloud } = served();
  await create({ id: 'f1', description: 'words' });
  const changedAt = () => [...cloud.compute.flavors.values()][0]?.updatedAt;
  await ask('PUT /flavors/f1', { body: { flavor: { description: 'words' } } });
  await ask('POST /flavors/f1/os-extra_specs', { body: { extra_specs: { a: 'b' } } });
  assert.equal(changedAt(), null);
  await ask('PUT /flavors/f1', { body: { flavor: { description: 'others' } } });
  assert.equal(typeof changedAt(), 'number');
});

test('a flavor that is not public is there for administrators and for projects that were let in', async () => {
  const { ask, create } = served();
  await create({ id: 'f1', 'os-flavor-access:is_public': false });
  await ask('POST /flavors/f1/action', { body: { addTenantAccess: { tenant: 'p' } } });
  const seenBy = async (token: string) => (await ask('GET /flavors/f1', { token })).status;
  assert.equal(await seenBy('admin'), 200);
  assert.equal(await seenBy('a:p'), 200);
  assert.equal(await seenBy('a:q'), 404);
  // Who is in no project is not told what there is.
  assert.equal(await seenBy('a::reader'), 403);
});

test('a deleted flavor is gone, and another one may have its name and id', async () => {
  const { ask, create } = served();
  await create({ id: 'f1' });
  const { status, body } = await ask('DELETE /flavors/f1');
  assert.deepEqual([status, body], [202, null]);
  assert.equal((await ask('GET /flavors/f1')).status, 404);
  assert.equal((await create({ id: 'f1' })).status, 200);
});

test('a flavor may be called what a path is', async () => {
  const { ask, create } = served();
  await create({ id: 'detail' });
  assert.ok('flavors' in (await ask('GET /flavors/detail')).body);
  assert.equal((await ask('DELETE /flavors/detail')).status, 202);
});
