import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import { RecordingTransport } from '@berth/client/recording-transport.ts';
import { faultAt, FaultyTransport } from '@berth/client/testing/faulty-transport.ts';
import { type Transport, Unreachable } from '@berth/client/transport.ts';
import type { Driver } from '@berth/host/driver.ts';
import { CheckedDriver } from '@berth/host/drivers/checked-driver.ts';
import { ProviderConfigError } from '@berth/host/provider-config/provider-config.ts';
import { InventoryInUse } from '@berth/host/report-client/errors.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { FatalUpdate } from '@berth/host/tracker/pass-report.ts';
import { claim, heldBy } from './testing/host-fixture.ts';
import { configsOf, driverOf, newNode, type TrackedNode, trackerOf } from './testing/tracked-host.ts';

/** What a resource tracker does, whatever Placement it speaks to. */
export function resourceTrackerContract(name: string, open: () => Transport): void {
  describe(`a resource tracker on ${name}`, () => {
    let transport: RecordingTransport;
    before(() => void (transport = new RecordingTransport(open())));
    after(() => transport.close());

    test('the first pass makes the node, with the traits of every host', async () => {
      const node = newNode();
      const { tracker, seen } = trackerOf(transport, node, driverOf(node, { shape: 'flat' }));
      const { updated, failures } = await tracker.update({ startup: true });
      assert.deepEqual(failures, []);
      assert.deepEqual(
        updated.map(({ difference, move }) => [difference.map((each) => each.name), move]),
        [[[node.name], null]],
      );
      const [root] = await seen();
      assert.equal(root?.inventory['VCPU']?.total, 16);
      assert.ok(root?.traits.includes('COMPUTE_NODE'));
      assert.ok(root?.traits.includes('COMPUTE_TRUSTED_CERTS'));
      assert.ok(!root?.traits.includes('OWNER_NOVA'));
    });

    test('a start sends what Nova does, but for the question whether trees can be had at once', async () => {
      const node = newNode();
      transport.take();
      await trackerOf(transport, node, driverOf(node, { shape: 'flat' })).tracker.update({ startup: true });
      const sent = transport.take();
      const isOneRead = sent[0]?.status === 200;
      // Nova asks who holds something of the provider, too, which nobody needs to know here.
      const expected = [
        ...(isOneRead ? [] : [`GET /resource_providers?in_tree=${node.uuid} 1.14`]),
        'POST /resource_providers 1.20',
        `PUT /resource_providers/${node.uuid}/inventories 1.26`,
        'GET /traits?name=in:… 1.6',
        `PUT /resource_providers/${node.uuid}/traits 1.6`,
      ];
      const lineOf = ({ method, path, version }: (typeof sent)[number]) =>
        `${method} ${path.replace(/(?<=name=in:).*/, '…')} ${version}`;
      assert.match(sent[0]?.path ?? '', /^\/berth\/v1\/provider_trees\//);
      assert.deepEqual(sent.slice(1).map(lineOf), expected);

      await trackerOf(transport, node, driverOf(node, { shape: 'flat' })).tracker.update({ startup: true });
      const again = transport.take();
      assert.ok(again.every(({ method }) => method === 'GET'));
      assert.equal(again.length, isOneRead ? 1 : 1 + 1 + 3);
    });

    test('a pass without a change writes nothing, and asks nothing while what is known is fresh', async () => {
      const node = newNode();
      const { tracker } = trackerOf(transport, node, driverOf(node, { shape: 'numa' }));
      await claim(transport, await numaClaim(tracker.update({ startup: true }), node));
      transport.take();
      const { updated } = await tracker.update({ startup: false });
      assert.deepEqual(updated[0]?.difference, []);
      assert.deepEqual(transport.take(), []);
    });

    test('when what is known has become old, the tree is read again, and nothing is written', async () => {
      const node = newNode();
      const clock = { now: 0 };
      const client = new ReportClient(transport, { refreshMs: 300_000, now: () => clock.now });
      const { tracker } = trackerOf(transport, node, driverOf(node, { shape: 'numa' }), { client });
      await tracker.update({ startup: true });
      transport.take();
      clock.now += 300_001;
      await tracker.update({ startup: false });
      const asked = transport.take();
      assert.ok(asked.every(({ method }) => method === 'GET'));
      // The original is asked for the tree, and for three things of each provider: what Nova's client asks for.
      const isOneRead = asked.some(({ path }) => path.startsWith('/berth/v1/provider_trees/'));
      assert.equal(asked.length, isOneRead ? 1 : 1 + 3 * 3);
    });

    test('traits of others stay, and those of the driver and of the status follow', async () => {
      const node = newNode();
      let isDisabled = true;
      const { tracker, seen } = trackerOf(transport, node, driverOf(node, { shape: 'flat' }), {
        isDisabled: () => isDisabled,
      });
      await tracker.update({ startup: true });
      const traits = (await seen())[0]?.traits ?? [];
      assert.ok(traits.includes('COMPUTE_STATUS_DISABLED'));
      const other = new ReportClient(transport);
      await other.getProviderTreeAndEnsureRoot(node.uuid, node.name);
      await other.setTraitsForProvider(node.uuid, [...traits, 'CUSTOM_GOLD', 'COMPUTE_IMAGE_TYPE_VHD']);

      isDisabled = false;
      // Somebody else has written: what is known is old, which is found out and mended in the same pass.
      await tracker.update({ startup: false });
      const after = (await seen())[0]?.traits ?? [];
      assert.ok(after.includes('CUSTOM_GOLD'));
      assert.ok(!after.includes('COMPUTE_IMAGE_TYPE_VHD'));
      assert.ok(!after.includes('COMPUTE_STATUS_DISABLED'));
    });

    for (const { from, to, held, becomes } of reshapes) {
      test(`a start with ${to.shape} after ${from.shape} moves what consumers hold`, async () => {
        const node = newNode();
        const first = trackerOf(transport, node, driverOf(node, from));
        await first.tracker.update({ startup: true });
        const consumers: string[] = [];
        for (let count = 0; count < 4; count += 1)
          consumers.push(await claim(transport, { [node.uuid]: held }));

        const later = trackerOf(transport, node, driverOf(node, to, new Set(consumers)));
        const periodic = await failing(later.tracker.update({ startup: false }));
        assert.match(periodic.message, /start again/);
        assert.deepEqual(await heldBy(transport, consumers[0] ?? ''), { [node.uuid]: held });

        const plans: number[] = [];
        const { tracker } = trackerOf(transport, node, driverOf(node, to, new Set(consumers)), {
          onReshape: ({ move }) => plans.push(move?.before.size ?? 0),
        });
        const { updated } = await tracker.update({ startup: true });
        assert.deepEqual(plans, [4]);
        assert.equal(updated[0]?.move?.after.size, 4);
        const sums: Record<string, number> = {};
        for (const consumer of consumers) {
          const amounts = Object.values(await heldBy(transport, consumer)).flatMap((each) =>
            Object.entries(each),
          );
          assert.deepEqual(sumOf(amounts), becomes);
          for (const [each, amount] of amounts) sums[each] = (sums[each] ?? 0) + amount;
        }
        const used = await Promise.all(
          (await later.seen()).map(({ uuid }) => getProviderUsages(transport, uuid)),
        );
        const inUse = used.flatMap((each) => Object.entries(each)).filter(([, amount]) => amount > 0);
        assert.deepEqual(sumOf(inUse), sums);
        assert.deepEqual((await tracker.update({ startup: false })).updated[0]?.difference, []);
      });
    }

    test('a reshape with which somebody interferes is planned again', async () => {
      const node = newNode();
      await trackerOf(transport, node, driverOf(node, { shape: 'gpu-v1' })).tracker.update({ startup: true });
      const first = await claim(transport, { [node.uuid]: { VGPU: 1 } });
      let late = '';
      const driver = interfering(driverOf(node, { shape: 'gpu-v2' }), async () => {
        if (late === '') late = await claim(transport, { [node.uuid]: { VGPU: 2 } });
      });
      const { tracker } = trackerOf(transport, node, driver);
      const { failures } = await tracker.update({ startup: true });
      assert.deepEqual(failures, []);
      for (const [consumer, amount] of [
        [first, 1],
        [late, 2],
      ] as const) {
        const held = await heldBy(transport, consumer);
        assert.ok(!(node.uuid in held));
        assert.deepEqual(sumOf(Object.values(held).flatMap((each) => Object.entries(each))), {
          VGPU: amount,
        });
      }
    });

    test('what operators configure is added, kept, and taken away again', async () => {
      const node = newNode();
      let configs = configsOf(
        '{identification: {uuid: $COMPUTE_NODE}, inventories: {additional: [CUSTOM_LICENSE: {total: 3}]}, traits: {additional: [CUSTOM_RACK_7]}}',
        '{identification: {name: nobody}, traits: {additional: [CUSTOM_RACK_7]}}',
      );
      const { tracker, seen } = trackerOf(transport, node, driverOf(node, { shape: 'flat' }), {
        configs: () => configs,
      });
      const { warnings } = await tracker.update({ startup: true });
      assert.deepEqual(warnings, ["x.yaml:4:3: there is no provider 'nobody'; this is ignored"]);
      assert.deepEqual((await tracker.update({ startup: false })).updated[0]?.difference, []);
      assert.equal((await seen())[0]?.inventory['CUSTOM_LICENSE']?.total, 3);
      configs = [];
      await tracker.update({ startup: false });
      assert.equal((await seen())[0]?.inventory['CUSTOM_LICENSE'], undefined);
    });

    test('what operators configure is kept on a provider of somebody else, too', async () => {
      const node = newNode();
      let total = 3;
      const configs = () =>
        configsOf(
          `{identification: {name: '${node.name} agent'}, inventories: {additional: [CUSTOM_LICENSE: {total: ${total}}]}}`,
        );
      const { tracker, seen } = trackerOf(transport, node, driverOf(node, { shape: 'flat' }), { configs });
      await tracker.update({ startup: true });
      const other = new ReportClient(transport);
      const tree = await other.getProviderTreeAndEnsureRoot(node.uuid, node.name);
      const child = tree.newChild(`${node.name} agent`, node.uuid);
      tree.updateInventory(child, { NET_BW_EGR_KILOBIT_PER_SEC: { total: 1000 } });
      await other.updateFromProviderTree(tree);
      const totals = async () =>
        Object.entries((await seen()).find(({ uuid }) => uuid === child)?.inventory ?? {})
          .map(([name, inventory]) => `${name}:${inventory.total}`)
          .sort();

      for (const next of [3, 3, 4]) {
        total = next;
        const later = trackerOf(transport, node, driverOf(node, { shape: 'flat' }), { configs });
        for (const startup of [true, false]) {
          assert.deepEqual((await later.tracker.update({ startup })).failures, []);
        }
        assert.deepEqual(await totals(), [`CUSTOM_LICENSE:${next}`, 'NET_BW_EGR_KILOBIT_PER_SEC:1000']);
      }
    });

    test('what operators configure is not taken for something of the driver, whatever it is called', async () => {
      const node = newNode();
      const driver = driverOf(node, { shape: 'flat' });
      const configs = () =>
        configsOf(
          '{identification: {uuid: $COMPUTE_NODE}, inventories: {additional: [CUSTOM_PCI_8086_1572: {total: 3}]}}',
        );
      const { tracker } = trackerOf(transport, node, driver, { configs });
      for (const startup of [true, false]) {
        assert.deepEqual((await tracker.update({ startup })).failures, []);
      }
    });

    test('configuration that contradicts the driver is fatal at startup only, and nothing is written', async () => {
      const node = newNode();
      const { tracker, seen } = trackerOf(transport, node, driverOf(node, { shape: 'pci-v1' }), {
        configs: () =>
          configsOf(
            '{identification: {uuid: $COMPUTE_NODE}, inventories: {additional: [CUSTOM_PCI_8086_1572: {total: 3}]}}',
          ),
      });
      const fatal = await failing(tracker.update({ startup: true }));
      assert.ok(fatal.cause instanceof ProviderConfigError);
      assert.match(
        fatal.message,
        /x\.yaml:3:3: the driver reports CUSTOM_PCI_8086_1572 .*Correct the provider configuration/,
      );
      assert.deepEqual((await tracker.update({ startup: false })).failures[0]?.isFatal, false);
      assert.deepEqual((await seen())[0]?.inventory, {});
    });

    test('inventory that is held and goes is fatal at startup only', async () => {
      const node = newNode();
      await trackerOf(transport, node, driverOf(node, { shape: 'pci-v1' })).tracker.update({ startup: true });
      await claim(transport, { [node.uuid]: { CUSTOM_PCI_8086_1572: 1 } });
      const { tracker } = trackerOf(transport, node, withoutPci(driverOf(node, { shape: 'pci-v1' })));
      const fatal = await failing(tracker.update({ startup: true }));
      assert.ok(fatal.cause instanceof InventoryInUse);
      assert.match(fatal.message, /move them to other hosts/);
      assert.equal((await tracker.update({ startup: false })).failures[0]?.isFatal, false);
    });

    test('one node that fails keeps no other from being updated', async () => {
      const node = newNode();
      const driver = driverOf(node, { shape: 'flat', nodes: '3' });
      const [first, second, third] = await driver.nodes();
      const { tracker } = trackerOf(transport, node, failingFor(driver, second?.name ?? ''));
      const { updated, failures } = await tracker.update({ startup: true });
      assert.deepEqual(
        updated.map((each) => each.node),
        [first, third],
      );
      assert.deepEqual(
        failures.map((each) => [each.node, each.isFatal]),
        [[second, false]],
      );
      assert.match(failures[0]?.error.message ?? '', /disk on fire/);
    });

    test('what a driver reports that makes no sense is refused with its place, and nothing is written', async () => {
      const node = newNode();
      const sound = driverOf(node, { shape: 'flat' });
      const { tracker, seen } = trackerOf(transport, node, nonsensical(sound));
      await trackerOf(transport, node, sound).tracker.update({ startup: true });
      const before = await seen();
      const { failures } = await tracker.update({ startup: true });
      assert.equal(failures[0]?.isFatal, false);
      assert.match(failures[0]?.error.message ?? '', /driver 'odd', node 'host .*VCPU: total .*-1/);
      assert.deepEqual(await seen(), before);
    });

    test('an answer of 500 in the middle of an update is fatal at startup, and the next start goes on from there', async () => {
      const node = newNode();
      let fatal = 0;
      for (let at = 1; ; at += 1) {
        const faulty = new FaultyTransport(transport, faultAt(at, { when: 'after', what: 500 }));
        const { tracker } = trackerOf(faulty, node, driverOf(node, { shape: 'numa' }));
        const outcome = await tracker.update({ startup: true }).catch((error: unknown) => error);
        if (faulty.count < at) break;
        fatal += outcome instanceof FatalUpdate ? 1 : 0;
      }
      const { tracker } = trackerOf(transport, node, driverOf(node, { shape: 'numa' }));
      const { updated } = await tracker.update({ startup: true });
      assert.deepEqual(updated[0]?.difference, []);
      assert.ok(fatal > 2, `${fatal}`);
    });

    test('a Placement that is away is no reason to end', async () => {
      const node = newNode();
      const gone = new FaultyTransport(transport, () => ({ when: 'before', what: 'no answer' }));
      const { tracker } = trackerOf(gone, node, driverOf(node, { shape: 'flat' }));
      const { failures } = await tracker.update({ startup: true });
      assert.equal(failures[0]?.isFatal, false);
      assert.ok(failures[0]?.error instanceof Unreachable);
    });
  });
}

const reshapes = [
  {
    from: { shape: 'gpu-v1' },
    to: { shape: 'gpu-v2' },
    held: { VCPU: 2, VGPU: 1 },
    becomes: { VCPU: 2, VGPU: 1 },
  },
  { from: { shape: 'dedicated-v1' }, to: { shape: 'dedicated-v2' }, held: { VCPU: 2 }, becomes: { PCPU: 2 } },
] as const;

async function failing(update: Promise<unknown>): Promise<FatalUpdate> {
  const error = await update.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FatalUpdate, String(error));
  return error;
}

function sumOf(amounts: readonly (readonly [string, number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, amount] of amounts) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}

async function numaClaim(started: Promise<unknown>, node: TrackedNode) {
  await started;
  return { [node.childUuid(`${node.name}_numa0`)]: { VCPU: 1 } };
}

function withoutPci(driver: Driver): Driver {
  return {
    nodes: () => driver.nodes(),
    capabilityTraits: () => driver.capabilityTraits(),
    updateProviderTree: async (tree, nodename) => {
      await driver.updateProviderTree(tree, nodename);
      const { VCPU: cpus } = tree.data(nodename).inventory;
      assert.ok(cpus);
      tree.updateInventory(nodename, { VCPU: cpus });
    },
  };
}

/** While the driver moves allocations, something else happens. */
function interfering(driver: Driver, work: () => Promise<void>): Driver {
  return {
    nodes: () => driver.nodes(),
    capabilityTraits: () => driver.capabilityTraits(),
    updateProviderTree: async (tree, nodename, allocations) => {
      if (allocations !== undefined) await work();
      await driver.updateProviderTree(tree, nodename, allocations);
    },
  };
}

function nonsensical(driver: Driver): Driver {
  return new CheckedDriver('odd', {
    nodes: () => driver.nodes(),
    capabilityTraits: () => driver.capabilityTraits(),
    updateProviderTree: (tree, nodename) => {
      tree.newChild('a child', nodename);
      tree.updateInventory(nodename, { VCPU: { total: -1 } });
    },
  });
}

function failingFor(driver: Driver, name: string): Driver {
  return {
    nodes: () => driver.nodes(),
    capabilityTraits: () => driver.capabilityTraits(),
    updateProviderTree: (tree, nodename) => {
      if (nodename === name) throw new Error('disk on fire');
      return driver.updateProviderTree(tree, nodename);
    },
  };
}
