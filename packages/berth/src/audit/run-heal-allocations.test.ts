import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { AuditedWorld } from './testing/audited-world.ts';
import { usualAmounts, usualOwner } from './testing/made-up-nova.ts';
import { overHttp } from './testing/over-http.ts';

async function heal({ nova, placement }: AuditedWorld, ...args: readonly string[]) {
  await using compute = await overHttp(nova, '/v2.1');
  await using ours = await overHttp(placement);
  const where = ['--compute-url', compute.url, '--placement-url', ours.url, '--settle', '1ms'];
  return await runCommand(['heal-allocations', ...where, ...args], { OS_TOKEN: 'admin' });
}

async function heldBy({ placement }: AuditedWorld, id: string) {
  const held = await getAllocations(placement, id);
  if (held === null) return null;
  return Object.fromEntries(
    Object.entries(held.allocations).map(([uuid, { resources }]) => [uuid, resources]),
  );
}

test(
  'a server that holds nothing gets what its flavor asks for, and a dry run only tells it',
  AuditedWorld.for(async (world) => {
    await world.goodServer();
    const id = await world.goodServer();
    await world.release(id);
    const dry = await heal(world, '--dry-run');
    assert.equal(dry.code, 4);
    assert.match(dry.said, /should be: host1 VCPU:2,MEMORY_MB:512,DISK_GB:1\n/);
    assert.equal(await heldBy(world, id), null);

    const { code, said } = await heal(world);
    assert.equal(code, 0);
    assert.match(said, /^1 server found to heal, 1 healed\.$/m);
    assert.deepEqual(await heldBy(world, id), { [world.hosts[0]]: usualAmounts });
    assert.equal((await heal(world)).code, 4);
  }),
);

test(
  'allocations of another owner become those of the server, and what else is wrong stays as it is',
  AuditedWorld.for(async (world) => {
    const { placement, hosts, nova } = world;
    const id = randomUUID();
    nova.add({ id, host: 'host1' });
    const held = { [hosts[0]]: { VCPU: 1 }, [hosts[1]]: { VCPU: 1 } };
    await world.hold(id, held, { projectId: 'another', userId: 'another' });
    assert.equal((await heal(world)).code, 0);
    const { projectId, userId } = (await getAllocations(placement, id)) ?? {};
    assert.deepEqual({ projectId, userId }, usualOwner);
    assert.deepEqual(await heldBy(world, id), held);

    assert.equal((await heal(world, '--instance', id)).code, 4);
    assert.equal((await heal(world, '--instance', id, '--force')).code, 0);
    assert.deepEqual(await heldBy(world, id), { [hosts[0]]: usualAmounts });
  }),
);

test(
  'no more servers are healed than were asked for',
  AuditedWorld.for(async (world) => {
    const ids = [await world.goodServer(), await world.goodServer(), await world.goodServer()];
    for (const id of ids) await world.release(id);
    const healed = async () => {
      const all = await Promise.all(ids.map((id) => heldBy(world, id)));
      return all.filter((held) => held !== null).length;
    };
    assert.deepEqual([(await heal(world, '--max-count', '2')).code, await healed()], [1, 2]);
    assert.deepEqual([(await heal(world, '--max-count', '2')).code, await healed()], [0, 3]);
  }),
);

test(
  'what cannot be healed is told with the status of the original, and the others are healed',
  AuditedWorld.for(async (world) => {
    const { nova } = world;
    const good = await world.goodServer();
    const statuses = async (...made: readonly Parameters<typeof nova.add>[0][]) => {
      await world.release(good);
      for (const server of made) nova.add(server);
      const { code } = await heal(world);
      assert.notEqual(await heldBy(world, good), null);
      for (const { id } of made) nova.servers.delete(id);
      return code;
    };
    assert.equal(await statuses({ id: randomUUID(), host: 'host1', nodeName: 'another' }), 2);
    assert.equal(await statuses({ id: randomUUID(), host: 'host1', flavor: { vcpus: 1_000_000 } }), 3);
    const extraSpecs = { 'resources:VGPU': '1' };
    assert.equal(await statuses({ id: randomUUID(), host: 'host1', extraSpecs }), 8);
  }),
);

test(
  'servers with something under way are left for another time',
  AuditedWorld.for(async (world) => {
    world.nova.add({ id: randomUUID(), host: 'host1', taskState: 'rebooting' });
    world.nova.add({ id: randomUUID(), host: null, vmState: 'error' });
    assert.equal((await heal(world)).code, 4);
  }),
);

test(
  'options that are wrong end it with 127, and a service that is away with 3',
  AuditedWorld.for(async (world) => {
    for (const args of [['--force'], ['--max-count', '0'], ['--instance', randomUUID()], ['--cell', 'x']]) {
      assert.equal((await heal(world, ...args)).code, 127, args.join(' '));
    }
    world.nova.before = () => Promise.reject(new Error('away'));
    assert.equal((await heal(world)).code, 3);
  }),
);
