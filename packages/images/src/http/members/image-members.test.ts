import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesInProcess, madeImage } from '../../testing/images-in-process.ts';

const bob = { token: 'bob:bb' };

test('an owner shares an image, the project says whether it wants it, and each may do its own part', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask);
  const members = `/v2/images/${id}/members`;
  const refusal = async (request: string, asked: object = {}) => {
    const { status, message } = await ask(request, asked);
    return [status, message];
  };
  const { status, body } = await ask(`POST ${members}`, { body: { member: 'bb' } });
  assert.equal(status, 200);
  assert.deepEqual([body.member_id, body.image_id, body.status], ['bb', id, 'pending']);
  await ask(`POST ${members}`, { body: { member: 'cc' } });
  assert.deepEqual(await refusal(`POST ${members}`, { body: { member: 'bb' } }), [
    409,
    `Member bb is duplicated for image ${id}`,
  ]);
  assert.deepEqual(await refusal(`POST ${members}`, { ...bob, body: { member: 'dd' } }), [
    403,
    `Not allowed to create members for image ${id}.`,
  ]);
  assert.deepEqual(await refusal(`PUT ${members}/bb`, { body: { status: 'accepted' } }), [
    403,
    `Not allowed to update members for image ${id}.`,
  ]);
  assert.deepEqual(await refusal(`PUT ${members}/bb`, { ...bob, body: { status: 'x' } }), [
    400,
    'Incorrect request: Status must be "pending", "accepted" or "rejected".',
  ]);
  assert.deepEqual(await refusal(`PUT ${members}/cc`, { ...bob, body: { status: 'accepted' } }), [
    404,
    `cc not found in the member list of the image ${id}.`,
  ]);
  const listed = async (token: string) =>
    (await ask(`GET ${members}`, { token })).body.members.map(
      (each: { member_id: string }) => each.member_id,
    );
  assert.deepEqual(await listed('alice:aa'), ['bb', 'cc']);
  assert.deepEqual(await listed('bob:bb'), ['bb']);
  assert.deepEqual(await refusal(`DELETE ${members}/bb`, bob), [
    403,
    `Not allowed to delete members for image ${id}.`,
  ]);
  assert.equal((await ask(`DELETE ${members}/bb`)).status, 204);
  assert.equal((await ask(`GET /v2/images/${id}`, bob)).status, 404);
});

test('only images that are shared have members', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask, { visibility: 'private' });
  const { status, message } = await ask(`GET /v2/images/${id}/members`);
  assert.deepEqual(
    [status, message],
    [403, `Not allowed to list members for image ${id}: Only shared images have members.`],
  );
  assert.equal((await ask(`POST /v2/images/${id}/members`, { body: { member: 'bb' } })).status, 403);
});

for (const [body, message] of [
  [{}, 'Member to be added not specified'],
  [{ member: '' }, "Member can't be empty"],
  [[], 'Expected a member in the form: {"member": "image_id"}'],
  [{ member: 5 }, 'A member is the id of a project, a text of 255 characters at most.'],
  [undefined, 'Body expected in request.'],
] as const) {
  test(`a member that is none is refused: ${message}`, async () => {
    const { ask } = imagesInProcess();
    const id = await madeImage(ask);
    const answer = await ask(`POST /v2/images/${id}/members`, { body });
    assert.deepEqual([answer.status, answer.message], [400, message]);
  });
}

test('tags are added and taken away one by one', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask, { tags: ['a'] });
  assert.equal((await ask(`PUT /v2/images/${id}/tags/b`)).status, 204);
  assert.equal((await ask(`PUT /v2/images/${id}/tags/b`)).status, 204);
  assert.deepEqual((await ask(`GET /v2/images/${id}`)).body.tags, ['a', 'b']);
  assert.equal((await ask(`DELETE /v2/images/${id}/tags/a`)).status, 204);
  assert.equal((await ask(`DELETE /v2/images/${id}/tags/a`)).status, 404);
  assert.equal((await ask(`PUT /v2/images/${id}/tags/${'x'.repeat(256)}`)).status, 400);
});

test('with the newer rules, too, only the project itself says whether it wants an image', async () => {
  const { ask } = imagesInProcess({ enforcesNewDefaults: true });
  const id = await madeImage(ask);
  const members = `/v2/images/${id}/members`;
  const owner = (await ask(`GET /v2/images/${id}`)).body.owner;
  for (const member of ['bb', owner])
    assert.equal((await ask(`POST ${members}`, { body: { member } })).status, 200);
  const accept = async (asked: object) =>
    (await ask(`PUT ${members}/bb`, { ...asked, body: { status: 'accepted' } })).status;
  assert.deepEqual([await accept({}), await accept(bob)], [403, 200]);
});
