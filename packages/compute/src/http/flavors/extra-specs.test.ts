import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

async function served() {
  const { ask } = computeInProcess();
  await ask('POST /flavors', { body: { flavor: { id: 'f', name: 'f', ram: 1, vcpus: 1, disk: 0 } } });
  const add = (specs: unknown, asked: Asked = {}, flavor = 'f') =>
    ask(`POST /flavors/${flavor}/os-extra_specs`, { ...asked, body: { extra_specs: specs } });
  const set = (key: string, body: unknown, asked: Asked = {}, flavor = 'f') =>
    ask(`PUT /flavors/${flavor}/os-extra_specs/${key}`, { ...asked, body });
  const all = async () => (await ask('GET /flavors/f/os-extra_specs')).body.extra_specs;
  return { ask, add, set, all };
}

test('extra specs are added to those that are there, and what was sent is sent back', async () => {
  const { add, all } = await served();
  assert.deepEqual(await add({ a: '1', b: '2' }).then(({ status, body }) => [status, body]), [
    200,
    { extra_specs: { a: '1', b: '2' } },
  ]);
  assert.deepEqual((await add({ b: '3', c: '4' })).body, { extra_specs: { b: '3', c: '4' } });
  assert.deepEqual(await all(), { a: '1', b: '3', c: '4' });
  assert.deepEqual((await add({})).body, { extra_specs: {} });
});

test('one can be seen, set and taken away by its key', async () => {
  const { ask, set, all } = await served();
  assert.deepEqual((await set('my:key', { 'my:key': 'x' })).body, { 'my:key': 'x' });
  assert.deepEqual((await ask('GET /flavors/f/os-extra_specs/my%3Akey')).body, { 'my:key': 'x' });
  const removed = await ask('DELETE /flavors/f/os-extra_specs/my%3Akey');
  assert.deepEqual([removed.status, removed.body], [200, null]);
  assert.deepEqual(await all(), {});
  for (const method of ['GET', 'DELETE']) {
    for (const key of ['my%3Akey', 'constructor', '__proto__']) {
      const { status, message } = await ask(`${method} /flavors/f/os-extra_specs/${key}`);
      assert.equal(status, 404);
      assert.equal(message, `Flavor f has no extra specs with key ${decodeURIComponent(key)}.`);
    }
  }
});

test('a number is kept as its text', async () => {
  const { add, all } = await served();
  assert.deepEqual((await add({ a: 1, b: 1.5 })).body, { extra_specs: { a: 1, b: 1.5 } });
  assert.deepEqual(await all(), { a: '1', b: '1.5' });
});

test('names of what every object has are keys like others', async () => {
  const { add, all } = await served();
  await add(JSON.parse('{"__proto__": "a", "constructor": "b"}'));
  assert.deepEqual(Object.entries(await all()), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('from 2.86 on those that are known have to be right', async () => {
  const { add, set, all } = await served();
  const wrong = { 'hw:cpu_policy': 'deddicated' };
  assert.equal((await add(wrong, { version: '2.85' })).status, 200);
  const { status, message } = await add(wrong, { version: '2.86' });
  assert.equal(status, 400);
  assert.match(message ?? '', /^Validation failed; 'deddicated' is not one of/);
  assert.equal(
    (await set('hw:nope', { 'hw:nope': 'x' })).message,
    "Validation failed; extra spec 'hw:nope' does not appear to be a valid extra spec.",
  );
  assert.equal((await set('own:nope', { 'own:nope': 'x' })).status, 200);
  assert.equal((await add({ 'hw:cpu_sockets': 2 })).status, 200);
  // What was there before stays as it is.
  assert.deepEqual(await all(), { ...wrong, 'own:nope': 'x', 'hw:cpu_sockets': '2' });
});

test('first the body is looked at, then the rule, the values, the key in the path, and the flavor', async () => {
  const { add, set } = await served();
  const wrong = { 'hw:cpu_policy': 'x' };
  const said = async (answer: ReturnType<typeof add>) => {
    const { status, message } = await answer;
    return [status, message?.slice(0, 40)];
  };
  assert.deepEqual(await said(set('a', {}, { token: 'a:p' }, 'none')), [
    400,
    '{} does not have enough properties',
  ]);
  assert.deepEqual(await said(set('a', wrong, { token: 'a:p' }, 'none')), [
    403,
    "Policy doesn't allow os_compute_api:os-f",
  ]);
  assert.deepEqual(await said(set('a', wrong, {}, 'none')), [
    400,
    "Validation failed; 'x' is not one of: de",
  ]);
  assert.deepEqual(await said(set('a', { b: 'x' }, {}, 'none')), [400, 'Request body and URI mismatch']);
  assert.deepEqual(await said(set('b', { b: 'x' }, {}, 'none')), [404, 'Flavor none could not be found.']);
  assert.deepEqual(await said(add(wrong, {}, 'none')), [400, "Validation failed; 'x' is not one of: de"]);
  assert.deepEqual(await said(add({ b: 'x' }, {}, 'none')), [404, 'Flavor none could not be found.']);
});

test('keys and values have a form', async () => {
  const { add, set } = await served();
  const pattern = "'^[a-zA-Z0-9-_:. ]{1,255}$'";
  assert.equal(
    (await add({ 'a/b': 'x' })).message,
    `Invalid input for field/attribute extra_specs. Value: {'a/b': 'x'}. 'a/b' does not match any of the regexes: ${pattern}`,
  );
  assert.match((await add({ a: null })).message ?? '', /None is not of type 'string', 'number'$/);
  assert.match((await add({ a: 'x'.repeat(256) })).message ?? '', /is too long$/);
  assert.match((await set('a', { a: 'x', b: 'y' })).message ?? '', /has too many properties$/);
});

test('readers see them, administrators change them', async () => {
  const { ask, add } = await served();
  await add({ a: 'x' });
  const token = 'a:p:reader';
  assert.equal((await ask('GET /flavors/f/os-extra_specs', { token })).status, 200);
  assert.equal((await ask('GET /flavors/f/os-extra_specs/a', { token })).status, 200);
  for (const answer of [
    add({ a: 'y' }, { token: 'a:p' }),
    ask('DELETE /flavors/f/os-extra_specs/a', { token: 'a:p' }),
    ask('GET /flavors/f/os-extra_specs', { token: 'a:p:nobody' }),
    ask('GET /flavors/f/os-extra_specs/a', { token: 'a:p:nobody' }),
  ]) {
    assert.equal((await answer).status, 403);
  }
});

test('a flavor cannot have any number of them', async () => {
  const { add } = await served();
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 'x']));
  assert.equal((await add(many)).status, 200);
  assert.equal((await add({ k0: 'y' })).status, 200);
  const { status, message } = await add({ more: 'x' });
  assert.deepEqual([status, message], [403, 'A flavor can have 1000 extra specs at most.']);
});
