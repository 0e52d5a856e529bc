import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { someImage } from '../../testing/some-image.ts';

test('who may make a server without a disk may give it another flavor without one', async () => {
  const image = { ...someImage, minDiskGb: 0, minMemoryMb: 0 };
  const { ask, cloud } = computeInProcess({ images: { find: async () => image } });
  const hosts = new ServerCloud(
    'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:8 MEMORY_MB:8192 DISK_GB:100',
  );
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  for (const [id, ram] of [
    ['large', 128],
    ['small', 64],
  ])
    await ask('POST /flavors', { body: { flavor: { id, name: id, ram, vcpus: 1, disk: 0 } } });
  const server = { name: 'web', flavorRef: 'large', imageRef: image.id, networks: 'none' };
  const { body } = await ask('POST /servers', { body: { server } });
  hosts.settle();
  const resized = (token: string) =>
    ask(`POST /servers/${body.server.id}/action`, { token, body: { resize: { flavorRef: 'small' } } });
  const { projectId } = [...cloud.compute.servers.values()][0] ?? assert.fail();
  const { status, message } = await resized(`bob:${projectId}`);
  assert.deepEqual(
    [status, message],
    [403, 'Only volume-backed servers are allowed for flavors with zero disk.'],
  );
  assert.equal((await resized('admin')).status, 202);
});
