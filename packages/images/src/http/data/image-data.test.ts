import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { HttpError } from '@berth/api-kit/http-error.ts';
import { isAwaited } from '@berth/api-kit/response.ts';
import { imagesInProcess, madeImage } from '../../testing/images-in-process.ts';

const bytes = { 'content-type': 'application/octet-stream' };
const content = Buffer.from('abcdefghij');
const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
const upload = (id: string) => `PUT /v2/images/${id}/file`;
const download = (id: string) => `GET /v2/images/${id}/file`;
const filesIn = (directory: string) => readdirSync(directory).filter((name) => name !== '.ledger');

/** A body that comes in pieces, and does what it does at the end. */
const inPieces = (
  pieces: readonly Uint8Array[],
  end: () => void | Promise<void>,
  length: number | null = null,
) => ({
  length,
  read: async () => assert.fail('no upload is read as a whole'),
  async *stream() {
    for (const piece of pieces) yield piece;
    await end();
  },
});

test('what is uploaded is hashed and counted, and can be fetched', async () => {
  const { ask, directory } = imagesInProcess();
  const id = await madeImage(ask);
  assert.equal((await ask(download(id))).status, 204);
  assert.equal((await ask(upload(id), { content, headers: bytes })).status, 204);
  const { body } = await ask(`GET /v2/images/${id}`);
  assert.deepEqual(
    [body.status, body.size, body.virtual_size, body.checksum, body.os_hash_algo, body.os_hash_value],
    ['active', 10, 10, hash('md5'), 'sha512', hash('sha512')],
  );
  const { status, text, headers } = await ask(download(id));
  assert.deepEqual(
    [status, text, headers['content-md5'], headers['content-length'], headers['content-type']],
    [200, 'abcdefghij', hash('md5'), '10', 'application/octet-stream'],
  );
  assert.equal(filesIn(directory).length, 1);
  const again = await ask(upload(id), { content, headers: bytes });
  assert.deepEqual(
    [again.status, again.message],
    [409, 'Image status transition from active to saving is not allowed'],
  );
  await ask(`DELETE /v2/images/${id}`);
  assert.deepEqual(filesIn(directory), []);
});

test('the disk in a qcow2 file is as large as its head says', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask, { disk_format: 'qcow2' });
  const qcow = Buffer.alloc(64);
  qcow.write('QFI\u00fb', 0, 'latin1');
  qcow.writeBigUInt64BE(5_368_709_120n, 24);
  await ask(upload(id), { content: qcow, headers: bytes });
  assert.equal((await ask(`GET /v2/images/${id}`)).body.virtual_size, 5_368_709_120);
});

for (const [range, status, told] of [
  ['bytes=0-3', 206, 'bytes 0-3/10 abcd'],
  ['bytes=4-', 206, 'bytes 4-9/10 efghij'],
  ['bytes=-2', 206, 'bytes 8-9/10 ij'],
  ['bytes=-20', 206, 'bytes 0-9/10 abcdefghij'],
  ['bytes=5-100', 206, 'bytes 5-9/10 fghij'],
  ['bytes=10-', 416, 'Start position MUST be in the inclusive range [0, 9].'],
  ['bytes=3-1', 416, 'Invalid Range header.'],
  ['nonsense', 416, 'Invalid Range header.'],
  ['bytes=0-1,3-4', 400, 'You may make multiple single-range requests instead.'],
] as const) {
  test(`a part of the content can be asked for: ${range}`, async () => {
    const { ask } = imagesInProcess();
    const id = await madeImage(ask);
    await ask(upload(id), { content, headers: bytes });
    const answer = await ask(download(id), { headers: { range } });
    assert.equal(answer.status, status);
    if (status === 206) assert.equal([answer.headers['content-range'], answer.text].join(' '), told);
    else assert.ok(String(answer.message).endsWith(told), String(answer.message));
  });
}

for (const [what, said, status, message] of [
  [
    'of another type',
    { headers: { 'content-type': 'text/plain' } },
    415,
    /^The request media type text\/plain/,
  ],
  [
    'with another MD5',
    { headers: { ...bytes, 'content-md5': '0'.repeat(32) } },
    400,
    /^The content has the MD5 a9/,
  ],
  ['with an MD5 that is none', { headers: { ...bytes, 'content-md5': 'x' } }, 400, /^Content-MD5 is no MD5/],
] as const) {
  test(`an upload ${what} is refused, and leaves nothing behind`, async () => {
    const { ask, directory } = imagesInProcess();
    const id = await madeImage(ask);
    const answer = await ask(upload(id), { content, ...said });
    assert.equal(answer.status, status);
    assert.match(answer.message ?? '', message);
    assert.equal((await ask(`GET /v2/images/${id}`)).body.status, 'queued');
    assert.deepEqual(said.headers === undefined ? [] : safely(() => filesIn(directory)), []);
  });
}

/** There may not even be a directory. */
function safely(list: () => string[]): string[] {
  try {
    return list();
  } catch {
    return [];
  }
}

test('the MD5 of a content may be said in advance, in either form', async () => {
  const { ask } = imagesInProcess();
  for (const md5 of [hash('md5'), Buffer.from(hash('md5'), 'hex').toString('base64')]) {
    const id = await madeImage(ask);
    const headers = { ...bytes, 'content-md5': md5 };
    assert.equal((await ask(upload(id), { content, headers })).status, 204);
  }
});

test('an upload that breaks off leaves nothing: the image waits for another one', async () => {
  const { ask, directory } = imagesInProcess();
  const id = await madeImage(ask);
  const broken = inPieces([content], () => {
    throw new HttpError(400, 'The connection ended in the middle of the request.');
  });
  assert.equal((await ask(upload(id), { content: broken, headers: bytes })).status, 400);
  const { body } = await ask(`GET /v2/images/${id}`);
  assert.deepEqual([body.status, body.size, body.checksum], ['queued', null, null]);
  assert.deepEqual(filesIn(directory), []);
  assert.equal((await ask(upload(id), { content, headers: bytes })).status, 204);
});

test('nobody sees anything of an upload before it is whole', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask);
  const seen: unknown[] = [];
  const whole = inPieces([content, content], async () => {
    const { body } = await ask(`GET /v2/images/${id}`);
    const { status, text } = await ask(download(id));
    const second = await ask(upload(id), { content, headers: bytes });
    seen.push([body.status, body.size, status, text, second.status]);
  });
  assert.equal((await ask(upload(id), { content: whole, headers: bytes })).status, 204);
  assert.deepEqual(seen, [['saving', null, 204, '', 409]]);
  assert.equal((await ask(download(id))).text, 'abcdefghijabcdefghij');
});

test('an image that is deleted while its content comes in is gone, and so is the content', async () => {
  const { ask, directory } = imagesInProcess();
  const id = await madeImage(ask);
  const whole = inPieces([content], async () => {
    assert.equal((await ask(`DELETE /v2/images/${id}`)).status, 204);
  });
  const { status, message } = await ask(upload(id), { content: whole, headers: bytes });
  assert.equal(status, 410);
  assert.match(message ?? '', /could not be found after upload/);
  assert.deepEqual(filesIn(directory), []);
});

test('a content is no longer than one image may have, and all together no more than there is room for', async () => {
  const { ask, directory } = imagesInProcess({ imageBytesMax: 15, allBytesMax: 25 });
  const id = await madeImage(ask);
  const sent = async (id: string, bodies: Uint8Array[], length: number | null = null) => {
    const answer = await ask(upload(id), { content: inPieces(bodies, () => {}, length), headers: bytes });
    return [answer.status, answer.message];
  };
  const [status, message] = await sent(id, [content, content]);
  assert.equal(status, 413);
  assert.match(String(message), /^The incoming image is too large/);
  assert.equal((await sent(id, [], 16))[0], 413, 'what is announced is believed');
  assert.equal((await ask(`GET /v2/images/${id}`)).body.status, 'queued');
  assert.deepEqual(filesIn(directory), []);
  assert.deepEqual(await sent(id, [content]), [204, undefined]);
  assert.deepEqual(await sent(await madeImage(ask), [content]), [204, undefined]);
  const third = await sent(await madeImage(ask), [content]);
  assert.deepEqual(third, [
    413,
    'Image exceeds the storage quota: The size of the data 10 will exceed the limit. 5 bytes remaining.',
  ]);
  assert.equal(filesIn(directory).length, 2);
  await ask(`DELETE /v2/images/${id}`);
  assert.deepEqual(await sent(await madeImage(ask), [content]), [204, undefined]);
});

test('one that is deactivated can be fetched by administrators only, until it is reactivated', async () => {
  const { ask } = imagesInProcess();
  const id = await madeImage(ask);
  const act = async (action: string) => {
    const { status, message } = await ask(`POST /v2/images/${id}/actions/${action}`);
    return [status, message];
  };
  assert.deepEqual(await act('deactivate'), [403, "Not allowed to deactivate image in status 'queued'"]);
  await ask(upload(id), { content, headers: bytes });
  assert.deepEqual(await act('deactivate'), [204, undefined]);
  assert.equal((await ask(download(id))).status, 403);
  assert.equal((await ask(download(id), { token: 'admin' })).status, 200);
  assert.deepEqual(await act('reactivate'), [204, undefined]);
  assert.equal((await ask(download(id))).status, 200);
});

test('what a process has left when it was killed is put in order: the image waits again, and its file is gone', async () => {
  const { ask, images, commit, uploads, directory } = imagesInProcess();
  const kept = await madeImage(ask);
  await ask(upload(kept), { content, headers: bytes });
  const id = await madeImage(ask);
  const image = images.get(id);
  assert.ok(image);
  const uploadId = '00000000-0000-4000-8000-000000000009';
  await commit({ kind: 'begin-upload', id: image.id, uploadId, now: 1 }, () => undefined);
  writeFileSync(join(directory, `${uploadId}.part`), 'abc');
  writeFileSync(join(directory, '00000000-0000-4000-8000-00000000000a'), 'abc');
  writeFileSync(join(directory, 'notes.txt'), 'of somebody else');
  assert.deepEqual(await uploads.tidyUp(), { images: 1, files: 2 });
  assert.equal((await ask(`GET /v2/images/${id}`)).body.status, 'queued');
  const left = [images.get(kept)?.content?.fileId ?? '', 'notes.txt'];
  assert.deepEqual(new Set(filesIn(directory)), new Set(left));
  assert.equal((await ask(download(kept))).text, 'abcdefghij');
});

test("a directory that another ledger's images are in is not tidied up", async () => {
  const { ask, uploads, directory } = imagesInProcess();
  const id = await madeImage(ask);
  await ask(upload(id), { content, headers: bytes });
  writeFileSync(join(directory, '.ledger'), 'another');
  writeFileSync(join(directory, '00000000-0000-4000-8000-00000000000a'), 'abc');
  assert.deepEqual(await uploads.tidyUp(), { images: 0, files: 0 });
  assert.equal(filesIn(directory).length, 2);
});

test('of a content that is asked for, but never taken, no file is left open', async () => {
  const { ask, handle, directory } = imagesInProcess();
  const id = await madeImage(ask);
  await ask(upload(id), { content, headers: bytes });
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
      } catch {
        return false; // It has just been closed: the one that listed them.
      }
    });
  const headers = { 'x-auth-token': 'alice:aa' };
  const target = `/v2/images/${id}/file`;
  const nothing = Buffer.alloc(0);
  const request = { method: 'GET', target, headers, body: nothing, origin: 'http://h', remoteAddress: '' };
  const { status, body } = await handle(request);
  assert.equal(status, 200);
  assert.deepEqual(openFiles(), []);
  assert.ok(isAwaited(body));
  // As a server does whose client has gone.
  await body(AbortSignal.abort())[Symbol.asyncIterator]().return?.();
  assert.deepEqual(openFiles(), []);
});

test('one project has so many uploads under way, and others have theirs', async () => {
  const { ask } = imagesInProcess();
  const ended = Promise.withResolvers<void>();
  let waiting = 0;
  const begin = async (token: string) => {
    const id = await madeImage(ask, {}, token);
    const untilEnded = () => {
      waiting++;
      return ended.promise;
    };
    return ask(upload(id), { content: inPieces([content], untilEnded), headers: bytes, token });
  };
  const begun = Array.from({ length: 16 }, () => begin('alice:aa'));
  while (waiting < begun.length) await nextRound();
  assert.equal((await begin('alice:aa')).status, 503);
  const other = begin('bob:bb');
  ended.resolve();
  assert.equal((await other).status, 204);
  for (const { status } of await Promise.all(begun)) assert.equal(status, 204);
  assert.equal((await begin('alice:aa')).status, 204);
});

test('what would fill the disk is not even begun', async () => {
  const { ask } = imagesInProcess({ imageBytesMax: 2 ** 52, allBytesMax: 2 ** 52 });
  const id = await madeImage(ask);
  const large = inPieces([], () => assert.fail('nothing is read'), 2 ** 51);
  const { status, message } = await ask(upload(id), { content: large, headers: bytes });
  assert.deepEqual([status, message], [413, 'Image storage media is full.']);
  assert.equal((await ask(upload(id), { content, headers: bytes })).status, 204);
});
