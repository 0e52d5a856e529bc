import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

/** Four flavors, of which one is not public, and the project `p` may use it. */
async function served() {
  const { ask } = computeInProcess();
  for (const flavor of [
    { id: 'b', name: 'large', ram: 2048, disk: 0, description: 'words' },
    { id: 'a', name: 'small', ram: 512, disk: 10 },
    { id: 'c', name: 'Middle', ram: 1024, disk: 10, description: 'and more' },
    { id: 'd', name: 'secret', ram: 512, disk: 1, 'os-flavor-access:is_public': false },
  ]) {
    assert.equal((await ask('POST /flavors', { body: { flavor: { vcpus: 1, ...flavor } } })).status, 200);
  }
  await ask('POST /flavors/d/action', { body: { addTenantAccess: { tenant: 'p' } } });
  const ids = async (query: string, asked: Asked = {}) => {
    const { status, body, message } = await ask(`GET /flavors${query}`, asked);
    return status === 200 ? body.flavors.map(({ id }: { id: string }) => id).join('') : message;
  };
  return { ask, ids };
}

test('the brief list has names and links, from 2.55 on descriptions', async () => {
  const { ask } = await served();
  const first = async (version: string) => (await ask('GET /flavors?limit=1', { version })).body.flavors[0];
  const links = [
    { rel: 'self', href: 'http://h/v2.1/flavors/a' },
    { rel: 'bookmark', href: 'http://h/flavors/a' },
  ];
  assert.deepEqual(await first('2.54'), { id: 'a', name: 'small', links });
  assert.deepEqual(await first('2.55'), { id: 'a', name: 'small', links, description: null });
});

test('administrators choose what they see, everybody else sees what their project may use', async () => {
  const { ids } = await served();
  assert.equal(await ids(''), 'abc');
  assert.equal(await ids('?is_public=true'), 'abc');
  assert.equal(await ids('?is_public=No'), 'd');
  assert.equal(await ids('?is_public=None'), 'abcd');
  assert.equal(await ids('?is_public=perhaps'), 'Invalid is_public filter [perhaps]');
  // Of an administrator's project, too, what it was let into is public enough.
  assert.equal(await ids('', { token: 'admin:p' }), 'abcd');
  assert.equal(await ids('?is_public=false', { token: 'x:q' }), 'abc');
  assert.equal(await ids('?is_public=perhaps', { token: 'x:p' }), 'abcd');
});

test('what is too small is left out; a bound is whatever Python takes for a whole number', async () => {
  const { ids } = await served();
  assert.equal(await ids('?minRam=1024'), 'bc');
  assert.equal(await ids('?minRam=%201_024%20&minDisk=%2B1'), 'c');
  assert.equal(await ids('?minDisk=%D9%A1'), 'ac');
  assert.equal(await ids('?minRam=99999999999999999999'), '');
  assert.equal(await ids('?minRam=1.5'), 'Invalid minRam filter [1.5]');
  assert.equal(await ids('?minDisk='), 'Invalid minDisk filter []');
});

test('they are sorted by what is asked for, and where that is the same in the order in which they were made', async () => {
  const { ids } = await served();
  assert.equal(await ids('?sort_key=name'), 'cba');
  assert.equal(await ids('?sort_key=root_gb'), 'bac');
  assert.equal(await ids('?sort_key=root_gb&sort_dir=desc'), 'cab');
  assert.equal(await ids('?sort_key=description'), 'acb');
  assert.equal(await ids('?sort_key=id&sort_dir=desc'), 'cab');
  assert.equal(await ids('?sort_key=name&sort_key=memory_mb'), 'acb');
  assert.match(
    await ids('?sort_key=size'),
    /^Invalid input for query parameters sort_key\. Value: size\. 'size' is not one of/,
  );
  assert.match(
    await ids('?sort_dir=up'),
    /parameters sort_dir\. Value: up\. 'up' is not one of \['asc', 'desc'\]$/,
  );
});

test('a page begins behind its marker, which any flavor can be that the caller sees', async () => {
  const { ids } = await served();
  assert.equal(await ids('?marker=a'), 'bc');
  assert.equal(await ids('?marker=c'), '');
  assert.equal(await ids('?marker=d&sort_key=memory_mb'), 'cb');
  assert.equal(await ids('?marker=d', { token: 'x:q' }), 'marker [d] not found');
  assert.equal(await ids('?marker='), 'marker [] not found');
  // Also where the marker, or others, do not have what they are sorted by.
  assert.equal(await ids('?marker=a&sort_key=description'), 'cb');
  assert.equal(await ids('?marker=c&sort_key=description&sort_dir=desc'), 'a');
});

test('a page that is full has a link to the next, with what counted of the query', async () => {
  const { ask, ids } = await served();
  const next = async (query: string, version = '2.74') =>
    (await ask(`GET /flavors${query}`, { version })).body.flavors_links?.[0].href;
  assert.equal(await next('?limit=2'), 'http://h/v2.1/flavors?limit=2&marker=b');
  assert.equal(
    await next('?sort_key=name&marker=c&limit=1'),
    'http://h/v2.1/flavors?limit=1&marker=b&sort_key=name',
  );
  assert.equal(
    await next('?limit=1&limit=2&foo=1&minRam=%201'),
    'http://h/v2.1/flavors?limit=2&minRam=+1&marker=b',
  );
  assert.equal(await next('/detail?limit=1'), 'http://h/v2.1/flavors/detail?limit=1&marker=a');
  assert.equal(await next('?limit=4'), undefined);
  assert.equal(await next('?limit=0'), undefined);
  assert.equal(await ids('?limit=0'), '');
  assert.equal(
    await ids('?limit=-1'),
    "Invalid input for query parameters limit. Value: -1. '-1' does not match '^[0-9]*$'",
  );
});

test('from 2.75 on a parameter that there is not is refused', async () => {
  const { ids } = await served();
  assert.equal(await ids('?foo=1', { version: '2.74' }), 'abc');
  assert.equal(
    await ids('?foo=1', { version: '2.75' }),
    "Additional properties are not allowed ('foo' was unexpected)",
  );
});
