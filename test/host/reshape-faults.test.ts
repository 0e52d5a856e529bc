import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import { type Fault, FaultyTransport, faultAt } from '@berth/client/testing/faulty-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { isPlacementAway } from '@berth/host/agent/is-placement-away.ts';
import { FatalUpdate } from '@berth/host/tracker/pass-report.ts';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { claim, heldBy } from './testing/host-fixture.ts';
import { driverOf, newNode, type TrackedNode, trackerOf } from './testing/tracked-host.ts';

let berth: OpenedBerth;
let transport: Transport;
before(async () => {
  berth = await openedBerth();
  transport = new DirectTransport(berth.handle, { service: 'placement' });
});
after(() => berth[Symbol.asyncDispose]());

const faults: readonly Fault[] = (['before', 'after'] as const).flatMap((when) => [
  { when, what: 'no answer' },
  { when, what: 500 },
  { when, what: 503 },
  { when, what: 409, code: 'placement.concurrent_update' },
]);

for (const fault of faults) {
  const { when, what } = fault;
  test(`a reshape that meets ${what} ${when} any of its requests is done by the next start, and nobody loses anything`, async () => {
    let isReached = true;
    for (let at = 1; isReached; at += 1) {
      const { node, consumers } = await hostWithConsumers();
      const faulty = new FaultyTransport(transport, faultAt(at, fault));
      await start(faulty, node);
      isReached = faulty.count >= at;
      assert.equal(await start(transport, node), 'done', `${at}`);

      let used = 0;
      for (const gpu of ['gpu0', 'gpu1'])
        used += (await getProviderUsages(transport, node.childUuid(`${node.name}_${gpu}`)))['VGPU'] ?? 0;
      assert.equal(used, 9);
      for (const consumer of consumers) {
        const { [node.uuid]: onRoot, ...onGpus } = await heldBy(transport, consumer);
        assert.deepEqual(onRoot, { VCPU: 1 });
        assert.equal(
          Object.values(onGpus).reduce((sum, { VGPU = 0 }) => sum + VGPU, 0),
          3,
        );
      }
    }
  });
}

test('a provider that is said to be there, and is not, is made after all', async () => {
  const { node } = await hostWithConsumers();
  let refused = 0;
  const faulty = new FaultyTransport(transport, (_, { method, path }) => {
    if (method !== 'POST' || path !== '/resource_providers' || refused === 2) return null;
    refused += 1;
    return { when: 'before', what: 409 };
  });
  assert.equal(await start(faulty, node), 'done');
  assert.equal(refused, 2);
});

async function hostWithConsumers() {
  const node = newNode();
  await trackerOf(transport, node, driverOf(node, { shape: 'gpu-v1' })).tracker.update({ startup: true });
  const consumers: string[] = [];
  for (let count = 0; count < 3; count += 1)
    consumers.push(await claim(transport, { [node.uuid]: { VCPU: 1, VGPU: 3 } }));
  return { node, consumers };
}

/** As of another process. What it may end with is what was planned to go wrong. */
async function start(reached: Transport, node: TrackedNode): Promise<'done' | 'failed'> {
  const { tracker } = trackerOf(reached, node, driverOf(node, { shape: 'gpu-v2' }));
  try {
    return (await tracker.update({ startup: true })).failures.length === 0 ? 'done' : 'failed';
  } catch (error) {
    assert.ok(error instanceof FatalUpdate);
    const [failure] = error.report.failures;
    const isPlanned = /as planned/.test(failure?.error.message ?? '');
    assert.ok(isPlanned || isPlacementAway(failure?.error), error.message);
    return 'failed';
  }
}
