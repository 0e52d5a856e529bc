import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '@berth/api-kit/response.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { imageFiller } from './fill-image.ts';

test('an image that a host is to fill becomes one that servers can be made of, once', async (t) => {
  const cloud = await changeableCloud({ args: ['--image-store', givenFiles(t, {})] });
  t.after(() => cloud.close());
  const ask = async (method: string, path: string, body = '') => {
    const answer = await cloud.handle({
      method,
      target: `/image/v2/images${path}`,
      headers: { 'x-auth-token': 'bob:p1', 'content-type': 'application/json' },
      body: Buffer.from(body),
      origin: '',
      remoteAddress: '',
    });
    return JSON.parse(textOf(answer.body));
  };
  const { id } = await ask('POST', '', '{"name": "snapshot"}');
  const fill = imageFiller(cloud.handle, 'admin');
  await fill(id);
  const filled = await ask('GET', `/${id}`);
  assert.partialDeepStrictEqual(filled, { status: 'active', disk_format: 'raw', container_format: 'bare' });
  await fill(id);
  assert.equal((await ask('GET', `/${id}`)).checksum, filled.checksum);
  await fill('00000000-0000-4000-8000-000000000000');
});
