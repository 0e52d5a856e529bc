import { putAllocations } from '@berth/client/placement/allocations.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import type { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import { type HostCounts, planOfHosts } from './plan-of-hosts.ts';
import { RequestLog } from './request-log.ts';
import { simulatedHost, trackerOf } from './simulated-host.ts';
import { type Way, ways } from './ways.ts';

/** Of all hosts together. */
export interface PassCount {
  readonly pass: (typeof passes)[number];
  readonly requests: number;
  readonly writes: number;
  readonly unchanged: number;
}

const passes = ['new host', 'start', 'within 5 minutes', 'after 5 minutes'] as const;
const refreshMs = 300_000;

/**
 * What hosts send in each kind of pass to a service that does not know them yet: the first of their lives, then, with consumers, the first
 * after a start, and passes in which nothing has changed, before and after what was read last counts as old.
 */
export async function countRequests(
  transport: Transport,
  shape: Shape,
  way: Way,
  counts: HostCounts,
): Promise<readonly PassCount[]> {
  let log = new RequestLog();
  let now = 0;
  const reached = ways[way]({ send: (request) => log.over(transport).send(request), close: async () => {} });
  const start = () =>
    Array.from({ length: counts.hosts }, (_, index) =>
      trackerOf(simulatedHost(shape, index), reached, { refreshMs, now: () => now }),
    );
  const counted: PassCount[] = [];
  const pass = async (name: PassCount['pass'], trackers: readonly ResourceTracker[], startup: boolean) => {
    log = new RequestLog();
    for (const tracker of trackers) await passOf(tracker, startup);
    const { requests, writes, unchanged } = log;
    counted.push({ pass: name, requests, writes, unchanged });
  };

  await pass('new host', start(), true);
  await claim(transport, shape, counts);
  const trackers = start();
  await pass('start', trackers, true);
  now += 60_000;
  await pass('within 5 minutes', trackers, false);
  now += refreshMs;
  await pass('after 5 minutes', trackers, false);
  return counted;
}

/** One pass, which has to be good. */
export async function passOf(tracker: ResourceTracker, startup: boolean): Promise<void> {
  const { failures } = await tracker.update({ startup });
  if (failures[0] !== undefined) throw failures[0].error;
}

async function claim(transport: Transport, shape: Shape, counts: HostCounts): Promise<void> {
  const { consumers } = await planOfHosts(shape, counts);
  for (const { uuid, project, user, allocations } of consumers) {
    const held: Record<string, { resources: Record<string, number> }> = {};
    for (const { provider, resourceClass, amount } of allocations) {
      (held[provider] ??= { resources: {} }).resources[resourceClass] = amount;
    }
    await putAllocations(transport, uuid, {
      allocations: held,
      projectId: project,
      userId: user,
      consumerGeneration: null,
    });
  }
}
