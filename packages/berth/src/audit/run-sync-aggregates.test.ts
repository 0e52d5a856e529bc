import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { AuditedWorld } from './testing/audited-world.ts';
import { overHttp } from './testing/over-http.ts';

/** The command in a world, with what it printed as JSON. */
async function sync({ nova, placement }: AuditedWorld, ...args: readonly string[]) {
  await using compute = await overHttp(nova, '/v2.1');
  await using ours = await overHttp(placement);
  const where = ['--compute-url', compute.url, '--placement-url', ours.url];
  return await runCommand(['sync-aggregates', ...where, ...args], { OS_TOKEN: 'admin' });
}

test(
  'hosts get into the aggregates that they are in at Nova, and stay in others',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    const [one, two, others] = [randomUUID(), randomUUID(), randomUUID()];
    nova.aggregates = [
      { uuid: one, name: 'one', hosts: ['host1', 'host2'] },
      { uuid: two, name: 'two', hosts: ['host1'] },
    ];
    const { generation } = await getProviderAggregates(placement, hosts[0]);
    await putProviderAggregates(placement, hosts[0], { generation, aggregates: [others, two] });

    const dry = await sync(world, '--dry-run');
    assert.equal(dry.code, 0);
    assert.match(
      dry.said,
      /^2 hosts in aggregates: 0 were as at Nova; 2 would be added to aggregates\. Nothing was changed\.$/m,
    );
    assert.deepEqual((await getProviderAggregates(placement, hosts[1])).aggregates, []);

    const { code, said } = await sync(world);
    assert.equal(code, 0);
    assert.ok(said.includes(`host1 (${hosts[0]}) was added to one (${one})\n`), said);
    const of = async (uuid: string) => new Set((await getProviderAggregates(placement, uuid)).aggregates);
    assert.deepEqual(await of(hosts[0]), new Set([one, two, others]));
    assert.deepEqual(await of(hosts[1]), new Set([one]));
    assert.match((await sync(world)).said, /^2 hosts in aggregates: 2 were as at Nova; 0 were added/m);
  }),
);

test(
  'a host that cannot be found is told with the status of the original, and the others are looked after',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    const uuid = randomUUID();
    const aggregate = (...names: readonly string[]) => [{ uuid, name: 'a', hosts: ['host1', ...names] }];
    nova.aggregates = aggregate('host9');
    const unknown = await sync(world);
    assert.equal(unknown.code, 4);
    assert.match(unknown.said, /^berth: host host9: Nova knows no such compute host/m);
    assert.deepEqual((await getProviderAggregates(placement, hosts[0])).aggregates, [uuid]);

    nova.bareHosts = ['host9'];
    assert.equal((await sync(world)).code, 5);
    nova.nodes.set(randomUUID(), 'host9');
    const lacking = await sync(world);
    assert.equal(lacking.code, 6);
    assert.match(lacking.said, /^berth: host host9: Placement has no provider/m);
    nova.nodes.set(randomUUID(), 'host9');
    assert.equal((await sync(world)).code, 1);
  }),
);

test(
  'a provider that somebody else changes at the same moment is read again; one that never holds still has failed',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    nova.aggregates = [{ uuid: randomUUID(), name: 'a', hosts: ['host1'] }];
    for (const [disturbances, code] of [
      [99, 3],
      [3, 0],
    ] as const) {
      let left = disturbances;
      const disturbed: AuditedWorld['placement'] = {
        send: async (request) => {
          if (request.method === 'PUT' && (left -= 1) >= 0) {
            const { generation } = await getProviderAggregates(placement, hosts[0]);
            await putProviderAggregates(placement, hosts[0], { generation, aggregates: [randomUUID()] });
          }
          return placement.send(request);
        },
        close: async () => {},
      };
      await using compute = await overHttp(nova, '/v2.1');
      await using ours = await overHttp(disturbed);
      const where = ['--compute-url', compute.url, '--placement-url', ours.url];
      const ran = await runCommand(['sync-aggregates', ...where], { OS_TOKEN: 'admin' });
      assert.equal(ran.code, code, ran.said);
    }
  }),
);

test(
  'options that are wrong, and services that are away, have statuses of their own',
  AuditedWorld.for(async (world) => {
    assert.equal((await sync(world, '--settle', '1s')).code, 127);
    world.nova.before = () => Promise.reject(new Error('away'));
    assert.equal((await sync(world)).code, 2);
  }),
);
