import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Authenticate, nobody } from '@berth/api-kit/caller.ts';
import { isLazy, textOf } from '@berth/api-kit/response.ts';
import { describedLengthMax } from '../../domain/check-bounds.ts';
import { imagesInProcess, madeImage } from '../../testing/images-in-process.ts';

const patchType = { 'content-type': 'application/openstack-images-v2.1-json-patch' };
const olderPatchType = { 'content-type': 'application/openstack-images-v2.0-json-patch' };

test('an image is made with what is said of it, its properties beside its members, and is shown the same', async () => {
  const { ask } = imagesInProcess();
  const said = { name: 'x', disk_format: 'raw', container_format: 'bare', hw_a: 'b', tags: ['t', 't'] };
  const { status, headers, body } = await ask('POST /v2/images', { body: said });
  assert.equal(status, 201);
  assert.equal(headers['location'], `http://h/image/v2/images/${body.id}`);
  assert.deepEqual(body, {
    hw_a: 'b',
    name: 'x',
    disk_format: 'raw',
    container_format: 'bare',
    visibility: 'shared',
    size: null,
    virtual_size: null,
    status: 'queued',
    checksum: null,
    protected: false,
    min_ram: 0,
    min_disk: 0,
    owner: 'aa',
    os_hidden: false,
    os_hash_algo: null,
    os_hash_value: null,
    id: body.id,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    tags: ['t'],
    self: `/v2/images/${body.id}`,
    file: `/v2/images/${body.id}/file`,
    schema: '/v2/schemas/image',
  });
  assert.deepEqual((await ask(`GET /v2/images/${body.id}`)).body, body);
});

for (const [said, status, message] of [
  [{ name: 5 }, 400, "Provided object does not match schema 'image': 5 is not of type 'null', 'string'"],
  [{ hw_a: 5 }, 400, "Provided object does not match schema 'image': 5 is not of type 'string'"],
  [{ hw_a: 5, tags: [5] }, 400, "Provided object does not match schema 'image': 5 is not of type 'string'"],
  [{ status: 'active' }, 403, "Attribute 'status' is read-only."],
  [{ self: 'x', name: 5 }, 403, "Attribute 'self' is read-only."],
  [{ locations: [] }, 403, "Attribute 'locations' is reserved."],
  [{ os_glance_x: 'a' }, 403, "Access was denied to this resource.\nAttribute 'os_glance_x' is reserved."],
  [{ min_ram: -4 }, 400, "Invalid value '-4' for parameter 'min_ram': Cannot be a negative value"],
  [{ min_disk: 2 ** 31 }, 400, "'min_disk' value out of range, must not exceed 2147483647."],
  [{ owner: 'bb' }, 403, "You are not permitted to create images owned by 'bb'."],
  [{ visibility: 'public' }, 403, 'You are not authorized to complete publicize_image action.'],
  [{ ['x'.repeat(256)]: 'a' }, 400, 'Custom property should not be greater than 255 characters.'],
  [[], 400, 'An image is described by an object.'],
  [
    { tags: Array.from({ length: 129 }, (_, index) => `t${index}`) },
    413,
    'The limit has been exceeded on the number of allowed image tags. Attempted: 129, Maximum: 128',
  ],
] as const) {
  test(`what is wrong with a new image is told: ${message}`, async () => {
    const { ask, images } = imagesInProcess();
    const answer = await ask('POST /v2/images', { body: said });
    assert.deepEqual([answer.status, answer.message], [status, message]);
    assert.equal(images.size, 0);
  });
}

test('an id is taken once, and there are so many images at most', async () => {
  const { ask } = imagesInProcess({ imagesMax: 2 });
  const id = '00000000-0000-4000-8000-000000000001';
  await madeImage(ask, { id });
  const again = await ask('POST /v2/images', { body: { id } });
  assert.deepEqual([again.status, again.message], [409, `Image ID ${id} already exists!`]);
  await madeImage(ask);
  assert.equal((await ask('POST /v2/images', { body: {} })).status, 413);
});

test('errors are pages, JSON or plain text, as the client likes', async () => {
  const { ask } = imagesInProcess();
  const as = async (accept: string) => {
    const { headers, text } = await ask('POST /v2/images', { body: { name: 5 }, headers: { accept } });
    return [headers['content-type'], text];
  };
  const [html, page] = await as('*/*');
  assert.equal(html, 'text/html; charset=UTF-8');
  assert.match(
    page ?? '',
    /<title>400 Bad Request<\/title>[\s\S]*<h1>400 Bad Request<\/h1>\n {2}Provided .*5 is not of type &#x27;null&#x27;.*<br \/><br \/>/,
  );
  const [plain, text] = await as('text/plain');
  assert.equal(plain, 'text/plain; charset=UTF-8');
  assert.match(text ?? '', /^400 Bad Request\n\nProvided object .*\n\n {3}$/);
});

test('who has no token gets 401, but for the versions', async () => {
  const { ask } = imagesInProcess();
  const headers = { 'x-auth-token': '' };
  assert.equal((await ask('GET /v2/images', { headers })).status, 401);
  const { status, body } = await ask('GET /', { headers });
  assert.equal(status, 300);
  assert.deepEqual(body.versions[0], {
    id: 'v2.9',
    status: 'CURRENT',
    links: [{ rel: 'self', href: 'http://h/image/v2/' }],
  });
  assert.equal((await ask('GET /versions', { headers })).status, 200);
  assert.equal((await ask('GET /v2/')).status, 404);
  const other = await ask('PUT /v2/images');
  assert.deepEqual([other.status, other.headers['allow']], [405, 'GET, POST']);
});

test('others see what is public, of a community, or shared with them, and nothing else', async () => {
  const { ask } = imagesInProcess();
  const bob = { token: 'bob:bb' };
  const ids = new Map<string, string>();
  for (const visibility of ['public', 'community', 'private', 'shared'])
    ids.set(visibility, await madeImage(ask, { visibility, name: visibility, owner: 'aa' }, 'admin'));
  const seen = async (visibility: string) => (await ask(`GET /v2/images/${ids.get(visibility)}`, bob)).status;
  const listed = async (query: string, token: string) =>
    (await ask(`GET /v2/images${query}`, { token })).body.images.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    [await seen('public'), await seen('community'), await seen('private'), await seen('shared')],
    [200, 200, 404, 404],
  );
  assert.deepEqual(await listed('', 'bob:bb'), ['public']);
  assert.deepEqual(await listed('?visibility=community', 'bob:bb'), ['community']);
  assert.deepEqual(await listed('?visibility=all', 'bob:bb'), ['community', 'public']);
  assert.deepEqual(await listed('', 'alice:aa'), ['shared', 'private', 'community', 'public']);
  const shared = `/v2/images/${ids.get('shared')}/members`;
  assert.equal((await ask(`POST ${shared}`, { body: { member: 'bb' } })).status, 200);
  assert.equal(await seen('shared'), 200);
  assert.deepEqual(await listed('', 'bob:bb'), ['public']);
  assert.deepEqual(await listed('?member_status=pending', 'bob:bb'), ['shared', 'public']);
  assert.equal((await ask(`PUT ${shared}/bb`, { ...bob, body: { status: 'accepted' } })).status, 200);
  assert.deepEqual(await listed('', 'bob:bb'), ['shared', 'public']);
});

test('only owners change their images; of what others do not see they learn nothing', async () => {
  const { ask } = imagesInProcess();
  const bob = { token: 'bob:bb' };
  const own = await madeImage(ask);
  const told = await madeImage(ask, { visibility: 'public', owner: 'aa' }, 'admin');
  const body = [{ op: 'replace', path: '/name', value: 'x' }];
  const patched = async (id: string) => {
    const { status, message } = await ask(`PATCH /v2/images/${id}`, { ...bob, body, headers: patchType });
    return [status, message];
  };
  assert.deepEqual(await patched(own), [404, `No image found with ID ${own}`]);
  assert.deepEqual(await patched(told), [403, 'You do not own this image']);
  const deleted = await ask(`DELETE /v2/images/${told}`, bob);
  assert.deepEqual([deleted.status, deleted.message], [403, 'You do not own this image']);
  assert.equal((await ask(`DELETE /v2/images/${told}`)).status, 204);
});

test('with the newer rules roles count: a reader reads', async () => {
  const { ask } = imagesInProcess({ enforcesNewDefaults: true });
  const id = await madeImage(ask);
  const reader = { token: 'carl:aa:reader' };
  assert.equal((await ask(`GET /v2/images/${id}`, reader)).status, 200);
  const { status, message } = await ask(`DELETE /v2/images/${id}`, reader);
  assert.deepEqual([status, message], [403, 'You are not authorized to complete delete_image action.']);
  assert.equal((await ask('POST /v2/images', { ...reader, body: {} })).status, 403);
});

test('one that is protected cannot be deleted until it no longer is', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask, { protected: true });
  const { status, message } = await ask(`DELETE /v2/images/${id}`);
  assert.deepEqual([status, message], [403, `Image ${id} is protected and cannot be deleted.`]);
  const body = [{ op: 'replace', path: '/protected', value: false }];
  await ask(`PATCH /v2/images/${id}`, { body, headers: patchType });
  assert.equal((await ask(`DELETE /v2/images/${id}`)).status, 204);
  const gone = await ask(`DELETE /v2/images/${id}`);
  assert.deepEqual([gone.status, gone.message], [404, `Failed to find image ${id} to delete`]);
});

test('a patch is done as a whole, or not at all', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask, { hw_a: '1' });
  const patch = async (body: unknown, headers: Record<string, string> = patchType) => {
    const answer = await ask(`PATCH /v2/images/${id}`, { body, headers });
    return answer.status === 200 ? answer.body : [answer.status, answer.message];
  };
  const { hw_b, name } = await patch([
    { op: 'add', path: '/hw_b', value: '2' },
    { op: 'replace', path: '/name', value: 'n' },
    { op: 'remove', path: '/hw_a' },
  ]);
  assert.deepEqual([hw_b, name], ['2', 'n']);
  const conflict = 'There was a conflict when trying to complete your request.\n';
  assert.deepEqual(
    await patch([
      { op: 'replace', path: '/name', value: 'other' },
      { op: 'remove', path: '/hw_a' },
      { op: 'replace', path: '/visibility', value: 'public' },
    ]),
    [409, `${conflict}Property hw_a does not exist.`],
  );
  assert.equal((await ask(`GET /v2/images/${id}`)).body.name, 'n');
  assert.deepEqual(await patch([{ add: '/hw_b', value: '3' }], olderPatchType), [
    409,
    `${conflict}Property hw_b already present.`,
  ]);
  assert.equal((await patch([{ op: 'add', path: '/hw_b', value: '3' }])).hw_b, '3');
  assert.equal((await patch([{ op: 'add', path: '/__proto__', value: 'x' }])).__proto__, 'x');
  assert.deepEqual(await patch([{ op: 'remove', path: '/constructor' }]), [
    409,
    `${conflict}Property constructor does not exist.`,
  ]);
  const other = await ask(`PATCH /v2/images/${id}`, {
    body: [],
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual(
    [other.status, other.headers['accept-patch']],
    [415, `${olderPatchType['content-type']}, ${patchType['content-type']}`],
  );
});

test('lists are the newest first, in pages that lead to the next', async () => {
  const { ask } = imagesInProcess();
  for (const name of ['a', 'b', 'c']) await madeImage(ask, { name });
  const page = async (path: string) => {
    const { body } = await ask(`GET ${path}`);
    return { names: body.images.map(({ name }: { name: string }) => name), ...body };
  };
  const first = await page('/v2/images?limit=2&name=in:a,b,c');
  assert.deepEqual(first.names, ['c', 'b']);
  assert.equal(first.first, '/v2/images?limit=2&name=in%3Aa%2Cb%2Cc');
  const second = await page(first.next);
  assert.deepEqual([second.names, second.next], [['a'], undefined]);
  assert.deepEqual((await page('/v2/images?sort=name:asc&limit=1')).names, ['a']);
  const { status, message } = await ask('GET /v2/images?marker=nope');
  assert.deepEqual([status, message], [400, 'No image found with ID nope']);
});

for (const [query, names] of [
  ['name=a', ['a']],
  ['name=in:a,b', ['b', 'a']],
  ['hw_a=1', ['a']],
  ['constructor=1', []],
  ['tag=t&tag=u', ['b']],
  ['tag=t', ['b', 'a']],
  ['min_ram=5', ['b']],
  ['min_disk_max=0', ['b', 'a']],
  ['protected=true', ['b']],
  ['os_hidden=true', ['hidden']],
  ['owner=aa', ['b', 'a']],
  ['created_at=gt:2020-01-01T00:00:00Z', ['b', 'a']],
  ['created_at=lt:2020-01-01T00:00:00Z', []],
  ['status=active', []],
  ['sort_key=name&sort_dir=asc', ['a', 'b']],
  ['limit=0', []],
] as const) {
  test(`a list can be narrowed and sorted: ${query}`, async () => {
    const { ask } = imagesInProcess();
    await madeImage(ask, { name: 'a', hw_a: '1', tags: ['t'] });
    await madeImage(ask, { name: 'b', min_ram: 5, protected: true, tags: ['t', 'u'] });
    await madeImage(ask, { name: 'hidden', os_hidden: true });
    const { body } = await ask(`GET /v2/images?${query}`);
    assert.deepEqual(
      body.images.map(({ name }: { name: string }) => name),
      names,
    );
  });
}

for (const [query, message] of [
  ['limit=-1', 'limit param must be positive'],
  ['limit=x', 'limit param must be an integer'],
  ['visibility=x', 'Invalid visibility value: x'],
  ['member_status=x', 'Invalid status: x'],
  [
    'sort=x',
    'Invalid sort key: x. It must be one of the following: name, status, container_format, disk_format, size, id, created_at, updated_at.',
  ],
  ['sort=name:up', 'Invalid sort direction: up'],
  ['sort=name&sort_key=id', 'Old and new sorting syntax cannot be combined'],
  ['sort_key=name&sort_dir=asc&sort_dir=desc', 'Number of sort dirs does not match the number of sort keys'],
  ['size_min=x', 'Unable to filter on a range with a non-numeric value.'],
  ['created_at=x', 'Bad "created_at" query filter format. Use ISO 8601 DateTime notation.'],
  ['name=x:y', "Unable to filter by unknown operator 'x'."],
  ['name=in:"a', 'Invalid filter value "a. The quote is not closed.'],
  ['protected=yes', "Invalid value 'yes' for 'protected' filter. Valid values are 'true' or 'false'."],
] as const) {
  test(`what is wrong with a list's query is told: ${query}`, async () => {
    const { ask } = imagesInProcess();
    const answer = await ask(`GET /v2/images?${query}`);
    assert.deepEqual([answer.status, answer.message], [400, message]);
  });
}

test('nobody but administrators makes images that belong to nobody', async () => {
  // Whoever has a password, and no role anywhere.
  const unscoped: Authenticate = () => ({ kind: 'caller', caller: { ...nobody, userId: 'eve' } });
  const body = { name: 'spam', visibility: 'community' };
  const asked = await imagesInProcess({ authenticate: unscoped }).ask('POST /v2/images', { body });
  assert.equal(asked.status, 403);
  const { ask } = imagesInProcess();
  const byAdmin = await ask('POST /v2/images', { token: 'admin', body: { ...body, owner: null } });
  assert.deepEqual([byAdmin.status, byAdmin.body.owner], [201, null]);
});

test('an id has no line feed behind it', async () => {
  const { ask } = imagesInProcess();
  const id = crypto.randomUUID();
  assert.equal((await ask('POST /v2/images', { body: { id: `${id}\n` } })).status, 400);
  assert.equal((await ask('POST /v2/images', { body: { id } })).status, 201);
});

test('of all images together so much is said at most, and what is said may always become less', async () => {
  const { ask, images } = imagesInProcess();
  const long = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, 'x'.repeat(65_500)]));
  const make = () => ask('POST /v2/images', { body: long });
  const { body } = await make();
  const each = images.describedLength;
  while (images.describedLength + each <= describedLengthMax) assert.equal((await make()).status, 201);
  assert.equal((await make()).status, 413);
  const patch = (step: object) =>
    ask(`PATCH /v2/images/${body.id}`, {
      body: [step],
      headers: { 'content-type': 'application/openstack-images-v2.1-json-patch' },
    });
  assert.equal((await patch({ op: 'remove', path: '/a' })).status, 200);
  assert.equal((await patch({ op: 'add', path: '/a', value: 'x'.repeat(65_500) })).status, 200);
  for (const { id } of images.values()) await ask(`DELETE /v2/images/${id}`);
  assert.equal(images.describedLength, 0);
});

test('a page of long descriptions is made while it is sent', async () => {
  const { ask, handle } = imagesInProcess();
  for (let count = 0; count < 10; count++)
    await ask('POST /v2/images', { body: { a: 'x'.repeat(60_000), b: 'y'.repeat(60_000) } });
  const { body } = await handle({
    method: 'GET',
    target: '/v2/images',
    headers: { 'x-auth-token': 'alice:aa' },
    body: Buffer.alloc(0),
    origin: 'http://h',
    remoteAddress: '',
  });
  assert.ok(isLazy(body));
  assert.equal(JSON.parse(textOf(body)).images.length, 10);
});
