import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { tell } from '@berth/client/ask.ts';
import type { Transport } from '@berth/client/transport.ts';
import { Progress } from '../moving/progress.ts';
import { auditCloud } from './audit-cloud.ts';
import { CellsDown } from './cloud-picture.ts';
import { faultKinds } from './judge-consumer.ts';
import { repairConsumer } from './repair-consumer.ts';
import { AuditedWorld, makeHost, nowhere } from './testing/audited-world.ts';
import { usualAmounts } from './testing/made-up-nova.ts';

const options = {
  concurrency: 2,
  settleMs: 1,
  looksAtOwners: false,
  looksAtProviders: true,
  heeded: faultKinds,
  progress: new Progress(nowhere),
  signal: new AbortController().signal,
};

const audit = ({ cloud }: AuditedWorld) => auditCloud(cloud, options);

/** What is wrong, in short: the kinds of faults by consumer. */
async function faults(world: AuditedWorld): Promise<Readonly<Record<string, readonly string[]>>> {
  const { findings } = await audit(world);
  return Object.fromEntries(findings.map((each) => [each.facts.uuid, each.faults.map(({ kind }) => kind)]));
}

test(
  'where all agrees nothing is found',
  AuditedWorld.for(async (world) => {
    await world.goodServer();
    const { findings, busy, providers, hosts, servers, consumers } = await audit(world);
    assert.deepEqual([findings, busy, providers], [[], [], []]);
    assert.deepEqual([hosts, servers, consumers], [2, 1, 1]);
  }),
);

test(
  'each kind of fault is found, with what would be right',
  AuditedWorld.for(async (world) => {
    const { nova, hosts } = world;
    const [home, other] = hosts;
    const orphan = randomUUID();
    await world.hold(orphan, { [home]: { VCPU: 1 } });
    const doubled = await world.goodServer();
    await world.hold(doubled, { [home]: usualAmounts, [other]: { VCPU: 1 } });
    const missing = await world.goodServer();
    await world.release(missing);
    const different = await world.goodServer();
    await world.hold(different, { [home]: { ...usualAmounts, VCPU: 1 } });
    const shelved = randomUUID();
    nova.add({ id: shelved, host: null, vmState: 'shelved_offloaded' });
    await world.hold(shelved, { [other]: usualAmounts });
    const lost = randomUUID();
    nova.add({ id: lost, host: 'host3' });
    await world.hold(lost, { [other]: usualAmounts });

    const { findings } = await audit(world);
    const told = findings.map(({ facts, faults, repair }) => [
      facts.uuid,
      faults.map(({ kind }) => kind).join(),
      repair.kind === 'write' ? repair.after : repair.why,
    ]);
    const right = { [home]: { resources: usualAmounts } };
    assert.deepEqual(
      new Map(told.map(([uuid, ...others]) => [uuid, others])),
      new Map<string, unknown>([
        [orphan, ['orphaned', {}]],
        [doubled, ['doubled', right]],
        [missing, ['missing', right]],
        [different, ['different', right]],
        [shelved, ['doubled', {}]],
        [lost, ['nowhere', "Nova has no node 'host3' on host 'host3'"]],
      ]),
    );
  }),
);

test(
  'what a migration in progress holds is its own, and what one that has ended holds is not',
  AuditedWorld.for(async (world) => {
    const { nova, hosts } = world;
    const server = await world.goodServer();
    const [confirming, ended] = [randomUUID(), randomUUID()];
    nova.migrations = [
      { uuid: confirming, serverId: server, status: 'finished' },
      { uuid: ended, serverId: server, status: 'confirmed' },
    ];
    for (const uuid of [confirming, ended]) await world.hold(uuid, { [hosts[1]]: usualAmounts });
    const { findings } = await audit(world);
    assert.deepEqual(
      findings.map(({ facts, faults }) => [facts.uuid, faults]),
      [
        [
          ended,
          [
            {
              kind: 'orphaned',
              migration: { uuid: ended, serverId: server, status: 'confirmed', type: 'migration' },
            },
          ],
        ],
      ],
    );
  }),
);

test(
  'servers with something under way are not judged',
  AuditedWorld.for(async (world) => {
    const { nova, hosts } = world;
    const [moving, building, migrating] = [randomUUID(), randomUUID(), randomUUID()];
    nova.add({ id: moving, host: 'host1', taskState: 'migrating' });
    nova.add({ id: building, host: null, vmState: 'building' });
    nova.add({ id: migrating, host: 'host1' });
    nova.migrations = [{ uuid: randomUUID(), serverId: migrating, status: 'running' }];
    for (const uuid of [moving, building, migrating]) await world.hold(uuid, { [hosts[1]]: usualAmounts });
    const { findings, busy } = await audit(world);
    assert.deepEqual(findings, []);
    assert.deepEqual(new Set(busy), new Set([moving, building, migrating]));
  }),
);

test(
  'consumers of other services are left alone',
  AuditedWorld.for(async (world) => {
    const { placement, hosts } = world;
    const body = {
      allocations: { [hosts[0]]: { resources: { VCPU: 1 } } },
      project_id: 'p',
      user_id: 'u',
      consumer_generation: null,
      consumer_type: 'CONTAINER',
    };
    await tell(placement, { method: 'PUT', path: `/allocations/${randomUUID()}`, version: '1.38', body });
    assert.deepEqual(await faults(world), {});
  }),
);

test(
  'a provider that looks like a host, and is none of Nova, is told; one that shares is not',
  AuditedWorld.for(async (world) => {
    const { placement } = world;
    await makeHost(placement, 'gone');
    const sharing = await makeHost(placement, 'shared');
    const body = { traits: ['MISC_SHARES_VIA_AGGREGATE'], resource_provider_generation: 1 };
    await tell(placement, {
      method: 'PUT',
      path: `/resource_providers/${sharing}/traits`,
      version: '1.6',
      body,
    });
    const { providers } = await audit(world);
    assert.deepEqual(
      providers.map(({ name, consumers }) => [name, consumers]),
      [['gone', 0]],
    );
  }),
);

test(
  'a server that is made, or deleted, while the audit reads is not accused, whenever that is',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    await world.goodServer();
    const doomed = await world.goodServer();
    let requests = 0;
    nova.before = (_request, number) => void (requests = number);
    await audit(world);
    for (let at = 1; at <= requests + 3; at += 1) {
      const made = randomUUID();
      let begun = 0;
      let ending = Promise.resolve();
      nova.before = async () => {
        if ((begun += 1) !== at) return;
        // The claim comes before the host is told; what is deleted is gone before its claim is.
        nova.add({ id: made, host: null, vmState: 'building', taskState: 'scheduling' });
        await world.hold(made, { [hosts[1]]: usualAmounts });
        nova.servers.delete(doomed);
        ending = soon().then(() => {
          nova.add({ id: made, host: 'host2' });
          return world.release(doomed);
        });
      };
      const { findings } = await auditCloud({ compute: nova, placement }, { ...options, settleMs: 250 });
      assert.deepEqual(findings, [], `at request ${at}`);
      nova.before = () => {};
      await ending;
      nova.servers.delete(made);
      await world.release(made);
      nova.add({ id: doomed, host: 'host1' });
      await world.hold(doomed, { [hosts[0]]: usualAmounts });
    }
  }),
);

test(
  'nobody is accused while a cell does not answer',
  AuditedWorld.for(async (world) => {
    const { nova } = world;
    nova.downHosts = ['host9'];
    await assert.rejects(audit(world), (error) => error instanceof CellsDown && /host9/.test(error.message));
  }),
);

test(
  'what was found is repaired, and then nothing is found',
  AuditedWorld.for(async (world) => {
    const { placement, hosts } = world;
    const missing = await world.goodServer();
    await world.release(missing);
    const orphan = randomUUID();
    await world.hold(orphan, { [hosts[1]]: { VCPU: 1 } });
    const { findings, knowledge } = await audit(world);
    const { cloud } = world;
    for (const each of findings) {
      assert.deepEqual(await repairConsumer(cloud, knowledge, each), { kind: 'repaired' });
    }
    assert.equal(await getAllocations(placement, orphan), null);
    assert.deepEqual(
      (await getAllocations(placement, missing))?.allocations[hosts[0]]?.resources,
      usualAmounts,
    );
    assert.deepEqual(await faults(world), {});
  }),
);

test(
  'a server that is moved while it is repaired is left as Nova has written it, at whichever request that is',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    const [home, other] = hosts;
    const doubled = await world.goodServer();
    for (let at = 1; at <= 4; at += 1) {
      await world.hold(doubled, { [home]: usualAmounts, [other]: { VCPU: 1 } });
      const { findings, knowledge } = await audit(world);
      const [finding] = findings;
      assert.ok(finding !== undefined);
      const move = () => world.hold(doubled, { [other]: usualAmounts });
      let number = 0;
      nova.before = async () => void ((number += 1) === at && (await move()));
      // The fourth request would be the look afterwards: instead it happens right before the write.
      const late: Transport = {
        send: async (request) => {
          if (at === 4 && request.method === 'PUT') await move();
          return placement.send(request);
        },
        close: async () => {},
      };
      const outcome = await repairConsumer({ compute: nova, placement: late }, knowledge, finding);
      nova.before = () => {};
      assert.deepEqual(outcome, { kind: 'changed' }, `at request ${at}`);
      const { allocations = {} } = (await getAllocations(placement, doubled)) ?? {};
      assert.deepEqual(Object.keys(allocations), [other]);
      assert.deepEqual(allocations[other]?.resources, usualAmounts);
    }
  }),
);

test(
  'a write that another one to the same provider got before is sent again, so often and no more',
  AuditedWorld.for(async (world) => {
    for (const [refusals, kind] of [
      [3, 'repaired'],
      [4, 'failed'],
    ] as const) {
      const missing = await world.goodServer();
      await world.release(missing);
      const { findings, knowledge } = await audit(world);
      const [finding] = findings;
      assert.ok(finding !== undefined);
      let left = refusals;
      const json = { errors: [{ code: 'placement.concurrent_update', detail: 'resource provider changed' }] };
      const busy: Transport = {
        send: (request) =>
          request.method === 'PUT' && (left -= 1) >= 0
            ? Promise.resolve({ status: 409, headers: {}, json, text: '' })
            : world.placement.send(request),
        close: async () => {},
      };
      const outcome = await repairConsumer({ compute: world.nova, placement: busy }, knowledge, finding);
      assert.equal(outcome.kind, kind);
    }
  }),
);

test(
  'what Placement refuses is told with its reason',
  AuditedWorld.for(async (world) => {
    const { nova, placement, hosts } = world;
    const large = randomUUID();
    nova.add({ id: large, host: 'host1', flavor: { vcpus: 200_000 } });
    const { findings, knowledge } = await audit(world);
    const [finding] = findings;
    assert.ok(finding !== undefined);
    const outcome = await repairConsumer({ compute: nova, placement }, knowledge, finding);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.kind === 'failed' ? outcome.why : '', new RegExp(`VCPU.*${hosts[0]}`, 's'));
  }),
);
