import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { deleteAllocations, getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import { putInventories } from '@berth/client/placement/inventories.ts';
import { createProvider } from '@berth/client/placement/providers.ts';
import { tell } from '@berth/client/ask.ts';
import type { Resources } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';
import { loadConfig } from '../config/load-config.ts';
import { withPlacementOn } from '../direct/with-placement-on.ts';
import { createLog } from '../log/log.ts';
import { Progress } from '../moving/progress.ts';
import { type Audit, auditCloud } from './audit-cloud.ts';
import { CellsDown } from './cloud-picture.ts';
import { repairConsumer } from './repair-consumer.ts';
import { MadeUpNova, usualAmounts, usualOwner } from './testing/made-up-nova.ts';

const target = { write: () => {}, isTerminal: false };
const options = {
  concurrency: 2,
  settleMs: 1,
  looksAtOwners: false,
  progress: new Progress(target),
  signal: new AbortController().signal,
};

interface World {
  readonly nova: MadeUpNova;
  readonly placement: Transport;
  readonly hosts: readonly [string, string];
  readonly audit: () => Promise<Audit>;
  /** What is wrong, in short: the kinds of faults by consumer. */
  readonly faults: () => Promise<Readonly<Record<string, readonly string[]>>>;
}

/** Two hosts on a Placement of ours, and a Nova that is made up. */
function inWorld(work: (world: World) => Promise<void>): () => Promise<void> {
  return async () => {
    const { config } = loadConfig({ args: [], environment: {}, readText: () => '' });
    const log = createLog({ logLevel: 'silent', logFormat: 'json' }, target);
    const journal = new MemoryJournal(cloudProjections);
    await withPlacementOn(journal, {
      config,
      log,
      version: undefined,
      work: async (placement) => {
        const nova = new MadeUpNova();
        const hosts = [await makeHost(placement, 'host1'), await makeHost(placement, 'host2')] as const;
        for (const [index, uuid] of hosts.entries()) nova.nodes.set(uuid, `host${index + 1}`);
        const audit = () => auditCloud({ compute: nova, placement }, options);
        const faults = async () => {
          const { findings } = await audit();
          return Object.fromEntries(
            findings.map((each) => [each.facts.uuid, each.faults.map(({ kind }) => kind)]),
          );
        };
        await work({ nova, placement, hosts, audit, faults });
      },
    });
  };
}

async function makeHost(placement: Transport, name: string): Promise<string> {
  const { uuid, generation } = await createProvider(placement, { uuid: randomUUID(), name });
  const classes = ['VCPU', 'MEMORY_MB', 'DISK_GB'].map((each) => [each, { total: 100_000 }]);
  await putInventories(placement, uuid, { generation, inventories: Object.fromEntries(classes) });
  return uuid;
}

async function hold(
  placement: Transport,
  consumer: string,
  held: Readonly<Record<string, Resources>>,
): Promise<void> {
  const known = await getAllocations(placement, consumer);
  const allocations = Object.fromEntries(
    Object.entries(held).map(([uuid, resources]) => [uuid, { resources }]),
  );
  const consumerGeneration = known?.consumerGeneration ?? null;
  await putAllocations(placement, consumer, { allocations, consumerGeneration, ...usualOwner });
}

async function release(placement: Transport, consumer: string): Promise<void> {
  if ((await getAllocations(placement, consumer)) !== null) await deleteAllocations(placement, consumer);
}

/** A server on the first host that holds what it should. */
async function goodServer({ nova, placement, hosts }: World): Promise<string> {
  const id = randomUUID();
  nova.add({ id, host: 'host1' });
  await hold(placement, id, { [hosts[0]]: usualAmounts });
  return id;
}

test(
  'where all agrees nothing is found',
  inWorld(async (world) => {
    await goodServer(world);
    const { findings, busy, providers, hosts, servers, consumers } = await world.audit();
    assert.deepEqual([findings, busy, providers], [[], [], []]);
    assert.deepEqual([hosts, servers, consumers], [2, 1, 1]);
  }),
);

test(
  'each kind of fault is found, with what would be right',
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const [home, other] = hosts;
    const orphan = randomUUID();
    await hold(placement, orphan, { [home]: { VCPU: 1 } });
    const doubled = await goodServer(world);
    await hold(placement, doubled, { [home]: usualAmounts, [other]: { VCPU: 1 } });
    const missing = await goodServer(world);
    await deleteAllocations(placement, missing);
    const different = await goodServer(world);
    await hold(placement, different, { [home]: { ...usualAmounts, VCPU: 1 } });
    const shelved = randomUUID();
    nova.add({ id: shelved, host: null, vmState: 'shelved_offloaded' });
    await hold(placement, shelved, { [other]: usualAmounts });
    const lost = randomUUID();
    nova.add({ id: lost, host: 'host3' });
    await hold(placement, lost, { [other]: usualAmounts });

    const { findings } = await world.audit();
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
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const server = await goodServer(world);
    const [confirming, ended] = [randomUUID(), randomUUID()];
    nova.migrations = [
      { uuid: confirming, serverId: server, status: 'finished' },
      { uuid: ended, serverId: server, status: 'confirmed' },
    ];
    for (const uuid of [confirming, ended]) await hold(placement, uuid, { [hosts[1]]: usualAmounts });
    const { findings } = await world.audit();
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
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const [moving, building, migrating] = [randomUUID(), randomUUID(), randomUUID()];
    nova.add({ id: moving, host: 'host1', taskState: 'migrating' });
    nova.add({ id: building, host: null, vmState: 'building' });
    nova.add({ id: migrating, host: 'host1' });
    nova.migrations = [{ uuid: randomUUID(), serverId: migrating, status: 'running' }];
    for (const uuid of [moving, building, migrating])
      await hold(placement, uuid, { [hosts[1]]: usualAmounts });
    const { findings, busy } = await world.audit();
    assert.deepEqual(findings, []);
    assert.deepEqual(new Set(busy), new Set([moving, building, migrating]));
  }),
);

test(
  'consumers of other services are left alone',
  inWorld(async ({ placement, hosts, faults }) => {
    const body = {
      allocations: { [hosts[0]]: { resources: { VCPU: 1 } } },
      project_id: 'p',
      user_id: 'u',
      consumer_generation: null,
      consumer_type: 'CONTAINER',
    };
    await tell(placement, { method: 'PUT', path: `/allocations/${randomUUID()}`, version: '1.38', body });
    assert.deepEqual(await faults(), {});
  }),
);

test(
  'a provider that looks like a host, and is none of Nova, is told; one that shares is not',
  inWorld(async ({ placement, audit }) => {
    await makeHost(placement, 'gone');
    const sharing = await makeHost(placement, 'shared');
    const body = { traits: ['MISC_SHARES_VIA_AGGREGATE'], resource_provider_generation: 1 };
    await tell(placement, {
      method: 'PUT',
      path: `/resource_providers/${sharing}/traits`,
      version: '1.6',
      body,
    });
    const { providers } = await audit();
    assert.deepEqual(
      providers.map(({ name, consumers }) => [name, consumers]),
      [['gone', 0]],
    );
  }),
);

test(
  'a server that is made, or deleted, while the audit reads is not accused, whenever that is',
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    await goodServer(world);
    const doomed = await goodServer(world);
    let requests = 0;
    nova.before = (_request, number) => void (requests = number);
    await world.audit();
    for (let at = 1; at <= requests + 3; at += 1) {
      const made = randomUUID();
      let begun = 0;
      let ending = Promise.resolve();
      nova.before = async () => {
        if ((begun += 1) !== at) return;
        // The claim comes before the host is told; what is deleted is gone before its claim is.
        nova.add({ id: made, host: null, vmState: 'building', taskState: 'scheduling' });
        await hold(placement, made, { [hosts[1]]: usualAmounts });
        nova.servers.delete(doomed);
        ending = soon().then(() => {
          nova.add({ id: made, host: 'host2' });
          return release(placement, doomed);
        });
      };
      const { findings } = await auditCloud({ compute: nova, placement }, { ...options, settleMs: 20 });
      assert.deepEqual(findings, [], `at request ${at}`);
      nova.before = () => {};
      await ending;
      nova.servers.delete(made);
      await release(placement, made);
      nova.add({ id: doomed, host: 'host1' });
      await hold(placement, doomed, { [hosts[0]]: usualAmounts });
    }
  }),
);

test(
  'nobody is accused while a cell does not answer',
  inWorld(async ({ nova, audit }) => {
    nova.downHosts = ['host9'];
    await assert.rejects(audit(), (error) => error instanceof CellsDown && /host9/.test(error.message));
  }),
);

test(
  'what was found is repaired, and then nothing is found',
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const missing = await goodServer(world);
    await deleteAllocations(placement, missing);
    const orphan = randomUUID();
    await hold(placement, orphan, { [hosts[1]]: { VCPU: 1 } });
    const { findings, knowledge } = await world.audit();
    const cloud = { compute: nova, placement };
    for (const each of findings) {
      assert.deepEqual(await repairConsumer(cloud, knowledge, each), { kind: 'repaired' });
    }
    assert.equal(await getAllocations(placement, orphan), null);
    assert.deepEqual(
      (await getAllocations(placement, missing))?.allocations[hosts[0]]?.resources,
      usualAmounts,
    );
    assert.deepEqual(await world.faults(), {});
  }),
);

test(
  'a server that is moved while it is repaired is left as Nova has written it, at whichever request that is',
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const [home, other] = hosts;
    const doubled = await goodServer(world);
    for (let at = 1; at <= 4; at += 1) {
      await hold(placement, doubled, { [home]: usualAmounts, [other]: { VCPU: 1 } });
      const { findings, knowledge } = await world.audit();
      const [finding] = findings;
      assert.ok(finding !== undefined);
      const move = () => hold(placement, doubled, { [other]: usualAmounts });
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
  'what Placement refuses is told with its reason',
  inWorld(async (world) => {
    const { nova, placement, hosts } = world;
    const large = randomUUID();
    nova.add({ id: large, host: 'host1', flavor: { vcpus: 200_000 } });
    const { findings, knowledge } = await world.audit();
    const [finding] = findings;
    assert.ok(finding !== undefined);
    const outcome = await repairConsumer({ compute: nova, placement }, knowledge, finding);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.kind === 'failed' ? outcome.why : '', new RegExp(`VCPU.*${hosts[0]}`, 's'));
  }),
);
