import type { Transport } from '@berth/client/transport.ts';
import type { Driver } from '@berth/host/driver.ts';
import { CheckedDriver } from '@berth/host/drivers/checked-driver.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import { ReportClient, type ReportClientOptions } from '@berth/host/report-client/report-client.ts';
import { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import { uuidOf } from '../worlds/uuid-of.ts';
import { seed } from '../worlds/world-plan.ts';

/** One of many made-up hosts: always the same for its shape and number. */
export interface SimulatedHost {
  readonly uuid: string;
  readonly name: string;
  readonly shape: Shape;
}

export function simulatedHost(shape: Shape, index: number): SimulatedHost {
  return { uuid: uuidOf(seed, 'host', shape, index), name: `${shape}-${index}`, shape };
}

/** As `berth host run` would load it. */
export function driverOf({ uuid, name, shape }: SimulatedHost): Driver {
  return new CheckedDriver('fake', new FakeDriver(readFakeHost({ name, shape }), uuid));
}

/** What a process on the host is made of, as right after its start. */
export function trackerOf(
  host: SimulatedHost,
  transport: Transport,
  options: ReportClientOptions,
): ResourceTracker {
  return new ResourceTracker({ driver: driverOf(host), client: new ReportClient(transport, options) });
}
