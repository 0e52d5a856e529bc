import { setTimeout as pause } from 'node:timers/promises';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Cloud, CloudChange, CloudCommand } from '@berth/berth/cloud/stored-cloud.ts';
import type { CommitCommand } from '@berth/berth/cloud/composition.ts';
import type { OrderId, ServiceId } from '@berth/compute-engine/ids.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { getWanted, postAnswer, postReports } from '@berth/client/compute/hosts.ts';
import type { HostAgentName } from '@berth/client/compute/records.ts';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ClassName, ProviderId } from '@berth/engine/ids.ts';

type Commit = CommitCommand<Cloud, CloudCommand, CloudChange>;

/** Hosts as the original has them at its start, with what its driver says of them. */
export async function addHosts(commit: Commit, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const host = `host${number}`;
    const id = crypto.randomUUID() as ProviderId;
    const now = Date.now();
    const nothing = () => undefined;
    await commit({ kind: 'create-provider', id, name: host, parentId: null, now }, nothing);
    const inventories = new Map([
      ['VCPU' as ClassName, { ...inventory(10, 16), reserved: 0 }],
      ['MEMORY_MB' as ClassName, { ...inventory(8_192, 1.5), reserved: 512 }],
      ['DISK_GB' as ClassName, { ...inventory(1_028, 1), reserved: 0 }],
    ]);
    await commit(
      { kind: 'set-inventories', id, expectedGeneration: 0, inventories, reservedMayEqualTotal: true, now },
      nothing,
    );
    const node = {
      id,
      name: host,
      hypervisor: {
        type: 'fake',
        version: 1e3,
      },
      address: '127.0.0.1',
      vcpus: 10,
      memoryMb: 8192,
      diskGb: 1028,
      cpuInfo: '{}',
      guests: [],
    };
    const newServiceId = crypto.randomUUID() as ServiceId;
    await commit({ kind: 'register-host', host, newServiceId, nodes: [node], now }, nothing);
  }
}

function inventory(total: number, allocationRatio: number) {
  return { total, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio };
}

/** All that hosts have to do is done at once, as it is on the original when it has settled. */
export async function doAllOrders(world: Cloud, commit: Commit): Promise<void> {
  const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
  for (;;) {
    const [order] = world.compute.orders.values();
    if (!order) return;
    for (const kind of ['begun', 'done'] as const) {
      const { id, host } = order;
      const newOrderId = crypto.randomUUID() as OrderId;
      const now = Date.now();
      await commit(
        { kind: 'report-order', id, host, outcome: { kind }, newOrderId, settings, now },
        () => undefined,
      );
    }
  }
}

/**
 * Does what a request waits for, for as long as it waits: a password that is to be set, a console that is asked for, the look at whether a
 * server can go on running elsewhere. It is the agent that requests of agents are drawn for.
 */
export async function helpWaiting(handle: Handle, request: Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const over = request.then(() => end.abort());
  // Nearly all are answered at once.
  await Promise.race([over, pause(50)]);
  const transport = new DirectTransport(handle, { service: 'placement', token: 'admin' });
  for (let number = 1; !end.signal.aborted; number = (number % 3) + 1) {
    try {
      await helpOne(transport, { host: `host${number}`, agent: 'one' });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    await pause(5);
  }
  await transport.close();
}

/** Kinds of work whose end is waited for by who has asked for it. */
const awaited: ReadonlySet<string> = new Set(['set-password', 'check-live-move']);

async function helpOne(transport: DirectTransport, agent: HostAgentName): Promise<void> {
  const { orders, questions } = await getWanted(transport, agent, { held: [], limit: 100, wait: 0 });
  for (const { id } of questions) await postAnswer(transport, agent, id, { kind: 'told', output: 'x' });
  for (const { id: order, work } of orders) {
    if (!awaited.has(work.kind)) continue;
    for (const kind of ['begun', 'done'] as const) {
      await postReports(transport, agent, { outcomes: [{ order, outcome: { kind } }], power: [] });
    }
  }
}
