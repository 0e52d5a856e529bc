import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { glanceImages } from '../../images/glance-images.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { hasGlance, realGlance } from '../../testing/glance/real-glance.ts';

test('with a real Glance', { timeout: 900_000 }, async (t) => {
  if (!hasGlance(t)) return;
  const glance = await realGlance();
  t.after(() => glance[Symbol.asyncDispose]());
  const member = 'ann:work';
  const made = await glance.ask(
    'POST /images',
    {
      name: 'cirros',
      disk_format: 'qcow2',
      container_format: 'bare',
      min_ram: 64,
      hw_rng_model: 'virtio',
      img_signature: 'of these bytes',
    },
    member,
  );
  assert.equal(made.status, 201);
  const imageRef = made.body.id as string;
  assert.equal((await glance.ask(`PUT /images/${imageRef}/file`, 'bytes', member)).status, 204);

  const { ask, cloud } = computeInProcess({ images: glanceImages({ url: glance.url, timeoutMs: 60_000 }) });
  const hosts = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  await ask('POST /flavors', { body: { flavor: { id: '1', name: 'small', ram: 512, vcpus: 1, disk: 3 } } });
  const create = (token: string, id = imageRef) =>
    ask('POST /servers', {
      token,
      body: { server: { name: 'web', flavorRef: '1', imageRef: id, networks: 'none' } },
    });
  const running = async () => {
    const { body } = await create(member);
    hosts.settle();
    return body.server.id as string;
  };
  const copy = (id: string, createImage: object, token = member) =>
    ask(`POST /servers/${id}/action`, { token, body: { createImage } });
  const imagesNamed = async (name: string) =>
    (await glance.ask(`GET /images?name=${name}&visibility=all`)).body.images;

  await t.test('servers are made of images that their makers may see', async () => {
    const { status, body } = await create(member);
    assert.equal(status, 202);
    hosts.settle();
    assert.equal(cloud.compute.servers.get(body.server.id)?.image?.properties['hw_rng_model'], 'virtio');
    for (const [token, id] of [
      ['bob:other', imageRef],
      [member, '00000000-0000-4000-8000-000000000000'],
      [member, '..'],
    ] as const) {
      const refused = await create(token, id);
      assert.equal(refused.status, 400, id);
    }
    assert.equal((await create('bob:other')).message, 'Can not find requested image');
  });

  await t.test('an image that is not ready makes no server', async () => {
    const queued = await glance.ask('POST /images', { name: 'queued' }, member);
    const refused = await create(member, queued.body.id);
    assert.deepEqual([refused.status, refused.message], [400, `Image ${queued.body.id} is not active.`]);
  });

  await t.test('an image of a server is begun as the original begins it', async () => {
    const id = await running();
    const { status, body } = await copy(id, { name: 'copy', metadata: { mine: 'yes', image_type: 'own' } });
    assert.equal(status, 202);
    const { body: image } = await glance.ask(`GET /images/${body.image_id}`, undefined, member);
    assert.deepEqual(
      [image.name, image.status, image.visibility, image.min_disk, image.disk_format, image.owner],
      ['copy', 'queued', 'private', 3, null, 'work'],
    );
    const { hw_rng_model, base_image_ref, instance_uuid, user_id, image_type, mine, img_signature } = image;
    assert.deepEqual(
      { hw_rng_model, base_image_ref, instance_uuid, user_id, image_type, mine, img_signature },
      {
        hw_rng_model: 'virtio',
        base_image_ref: imageRef,
        instance_uuid: id,
        user_id: 'ann',
        image_type: 'own',
        mine: 'yes',
        img_signature: undefined,
      },
    );
    assert.equal(hosts.stateOf(id), 'active image_snapshot_pending running');
    const [order] = hosts.ordersOf(id);
    assert.deepEqual(order?.work, { kind: 'snapshot', imageId: body.image_id });
    hosts.settle();
  });

  await t.test("that of somebody else's server is seen by those whose server it is", async () => {
    const id = await running();
    const { body } = await copy(id, { name: 'shared' }, 'admin');
    hosts.settle();
    const { body: image } = await glance.ask(`GET /images/${body.image_id}`);
    assert.deepEqual([image.visibility, image.instance_owner, image.owner], ['shared', 'work', 'admin']);
    const seen = await glance.ask(`GET /images/${body.image_id}`, undefined, member);
    assert.equal(seen.status, 200);
  });

  await t.test('what the service does not take is told, and nothing is begun', async () => {
    const id = await running();
    const refused = await copy(id, { name: 'odd', metadata: { status: 'active' } });
    assert.equal(refused.status, 403);
    assert.match(refused.message ?? '', /status/);
    assert.equal(hosts.stateOf(id), 'active - running');
    assert.deepEqual(await imagesNamed('odd'), []);
  });

  await t.test('where nothing comes of it, the image goes', async () => {
    const id = await running();
    // The second finds the server busy once its image has been begun.
    const [one, two] = await Promise.all([copy(id, { name: 'twice' }), copy(id, { name: 'twice' })]);
    assert.deepEqual(new Set([one.status, two.status]), new Set([202, 409]));
    hosts.settle();
    assert.equal((await imagesNamed('twice')).length, 1);
  });

  await t.test('without the service there is no answer but to come again', async () => {
    const away = computeInProcess({ images: glanceImages({ url: 'http://127.0.0.1:1', timeoutMs: 60_000 }) });
    Object.assign(away.cloud, { placement: hosts.placement, compute: hosts.compute });
    const id = await running();
    const body = { server: { name: 'web', flavorRef: '1', imageRef, networks: 'none' } };
    assert.equal((await away.ask('POST /servers', { token: member, body })).status, 503);
    const createImage = { name: 'late' };
    const answer = await away.ask(`POST /servers/${id}/action`, { token: member, body: { createImage } });
    assert.equal(answer.status, 503);
    assert.equal(hosts.stateOf(id), 'active - running');
  });
});
