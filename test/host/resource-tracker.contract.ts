import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import type { RecordingTransport } from '@berth/client/recording-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { type Driver, ReshapeFailed, ReshapeNeeded } from '@berth/host/driver.ts';
import { CheckedDriver, DriverError } from '@berth/host/drivers/checked-driver.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import { readProviderConfig } from '@berth/host/provider-config/read-provider-config.ts';
import { InventoryInUse } from '@berth/host/report-client/errors.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { FatalUpdate } from '@berth/host/tracker/pass-report.ts';
import {
  ResourceTracker,
  type ResourceTrackerOptions,
} from '@berth/host/tracker/resource-tracker.ts';
import { amount, claim, dump, heldBy } from './testing/host-fixture.ts';

/** What a tracker does, on whatever Placement. */
export function resourceTrackerContract(name: string, reach: () => RecordingTransport): void {
  describe(`a resource tracker with ${name}`, () => {
    test('the first pass makes the node, with the traits of every host', async () => {
      const transport = reach();
      const { host, tracker, seen } = tracked(transport, { shape: 'flat' });
      const { updated, failures } = await tracker.update({ startup: true });
      assert.deepEqual(failures, []);
      assert.deepEqual(
        updated.map(({ difference }) => difference.map(({ kind, name }) => ({ kind, name }))),
        [[{ kind: 'changed', name: host.name }]],
      );
      const [root] = await seen();
      assert.equal(root?.inventory['VCPU']?.total, 16);
      assert.ok(root?.traits.includes('COMPUTE_NODE'));
      assert.ok(root?.traits.includes('COMPUTE_TRUSTED_CERTS'));
      assert.ok(!root?.traits.includes('OWNER_NOVA'));
    });

    test('a pass without a change asks nothing and writes nothing while what is known is fresh', async () => {
      const transport = reach();
      const { tracker } = tracked(transport, { shape: 'numa' });
      await tracker.update({ startup: true });
      transport.take();
      const { updated } = await tracker.update({ startup: false });
      assert.deepEqual(updated.map(({ difference }) => difference), [[]]);
      assert.deepEqual(transport.take(), []);
    });

    test('traits of others stay; those of the driver and of the status follow', async () => {
      const transport = reach();
      let isDisabled = true;
      const { host, tracker, seen, client } = tracked(transport, { shape: 'flat' }, { isDisabled: () => isDisabled });
      await tracker.update({ startup: true });
      const { traits = [] } = (await seen())[0] ?? {};
      assert.ok(traits.includes('COMPUTE_STATUS_DISABLED'));
      await client.setTraitsForProvider(host.uuid, [...traits, 'CUSTOM_OF_AN_OPERATOR', 'COMPUTE_IMAGE_TYPE_VHD']);

      isDisabled = false;
      await tracker.update({ startup: false });
      const after = (await seen())[0]?.traits ?? [];
      assert.ok(after.includes('CUSTOM_OF_AN_OPERATOR'));
      assert.ok(!after.includes('COMPUTE_IMAGE_TYPE_VHD'));
      assert.ok(!after.includes('COMPUTE_STATUS_DISABLED'));
    });
  });
}
