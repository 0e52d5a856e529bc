import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Transport } from '@berth/client/transport.ts';
import type { Driver } from '@berth/host/driver.ts';
import { CheckedDriver } from '@berth/host/drivers/checked-driver.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import type { OptionValues } from '@berth/host/drivers/driver-options.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import type { ProviderConfig } from '@berth/host/provider-config/provider-config.ts';
import { readProviderConfig } from '@berth/host/provider-config/read-provider-config.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { ResourceTracker, type ResourceTrackerOptions } from '@berth/host/tracker/resource-tracker.ts';
import { dump } from './host-fixture.ts';

export type TrackedNode = ReturnType<typeof newNode>;

/** A node that nobody else knows. */
export function newNode() {
  const uuid = randomUUID();
  return { uuid, name: `host ${uuid}`, childUuid: (name: string) => childUuid(uuid, name) };
}

/** The driver `fake`, checked as it is when it is loaded. */
export function driverOf(
  { uuid, name }: TrackedNode,
  options: OptionValues,
  pinned: ReadonlySet<string> = new Set(),
): Driver {
  const host = readFakeHost({ name, ...options });
  return new CheckedDriver('fake', new FakeDriver(host, uuid, (consumer) => pinned.has(consumer)));
}

/** A tracker as of a process that was started just now. `seen` is what Placement has: a client of its own is asked. */
export function trackerOf(
  transport: Transport,
  { uuid, name }: TrackedNode,
  driver: Driver,
  options: Partial<ResourceTrackerOptions> = {},
) {
  const client = new ReportClient(transport);
  const tracker = new ResourceTracker({ driver, client, ...options });
  const seen = async () =>
    dump(await new ReportClient(transport).getProviderTreeAndEnsureRoot(uuid, name)).sort((one, other) =>
      one.parentUuid === null ? -1 : other.parentUuid === null ? 1 : 0,
    );
  return { tracker, seen };
}

export function configsOf(...providers: readonly string[]): readonly ProviderConfig[] {
  const lines = providers.map((each) => `- ${each}\n`).join('');
  const { configs, errors } = readProviderConfig(
    'x.yaml',
    `meta: {schema_version: '1.0'}\nproviders:\n${lines}`,
  );
  assert.deepEqual(errors, []);
  return configs;
}
