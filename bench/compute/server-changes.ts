import type { CloudChange } from '@berth/berth/cloud/stored-cloud.ts';
import { actionId } from '@berth/compute-engine/actions/action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { claimOf } from '@berth/compute-engine/servers/claim-of.ts';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { apply } from '@berth/engine/apply.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ClassName, ProviderId } from '@berth/engine/ids.ts';
import { WorldState } from '@berth/engine/world.ts';
import { commandsOf } from '../ledgers/commands-of.ts';
import { planOf } from '../worlds/plan-of.ts';
import { uuidOf } from '../worlds/uuid-of.ts';
import { seed, type WorldPlan } from '../worlds/world-plan.ts';

/** When the first server was made; each is made a second after the one before. */
export const begin = Date.UTC(2026, 0, 1);
const second = 1_000;
export const projects = 100;

export interface ServerCounts {
  readonly servers: number;
  /** Of each ten, how many live; the others are deleted and kept. */
  readonly liveOfTen: number;
}

/**
 * All that a ledger of so many servers holds: hosts, servers with what they hold in Placement, and what was done with each: it was made,
 * and those that are gone were deleted.
 */
export function* serverChanges({ servers, liveOfTen }: ServerCounts): Generator<CloudChange> {
  const plan: WorldPlan = { ...planOf('flat-1000'), consumers: [] };
  const world = new WorldState();
  for (const command of commandsOf(plan)) {
    for (const change of decide(world, command)) {
      apply(world, change);
      yield change;
    }
  }
  const hosts = plan.providers;
  for (const [index, { uuid, name }] of hosts.entries())
    yield* hostChanges(index + 1, uuid as ProviderId, name);
  let actions = 0;
  for (let number = 1; number <= servers; number++) {
    const { uuid, name } = hosts[Math.floor(number / 10) % hosts.length] as (typeof hosts)[number];
    const isLive = number % 10 < liveOfTen;
    const server = serverOf(number, isLive, { host: name, nodeId: uuid as ProviderId });
    yield { kind: 'server-set', thing: server };
    for (const action of actionsOf(server, name))
      yield { kind: 'action-set', thing: { ...action, number: ++actions } };
    if (!isLive) continue;
    const { vcpus, memoryMb, rootGb } = server.flavor;
    const amounts = Object.entries({ VCPU: vcpus, MEMORY_MB: memoryMb, DISK_GB: rootGb });
    const allocations = amounts.map(([resourceClass, amount]) => {
      return { providerId: uuid as ProviderId, resourceClass: resourceClass as ClassName, amount };
    });
    const claims = [claimOf(server, allocations)];
    for (const change of decide(world, { kind: 'set-allocations', claims, now: server.createdAt })) {
      apply(world, change);
      yield change;
    }
  }
  yield { kind: 'numbers-given', series: 'servers', last: servers };
  yield { kind: 'numbers-given', series: 'actions', last: actions };
  yield { kind: 'numbers-given', series: 'services', last: hosts.length };
  yield { kind: 'numbers-given', series: 'nodes', last: hosts.length };
}

function* hostChanges(number: number, id: ProviderId, host: string): Generator<CloudChange> {
  yield {
    kind: 'service-set',
    thing: {
      id: uuidOf(seed, 'services', `${number}`, 0) as ServiceId,
      number,
      host,
      createdAt: begin,
      seenAt: begin,
      isUp: true,
      isForcedDown: false,
      disabled: null,
      failedBuilds: 0,
    },
  };
  yield {
    kind: 'node-set',
    thing: {
      id,
      number,
      host,
      name: host,
      createdAt: begin,
      updatedAt: begin,
      hypervisor: { type: 'fake', version: 1 },
      address: '127.0.0.1',
      vcpus: 64,
      memoryMb: 262_144,
      diskGb: 8_192,
      cpuInfo: '{}',
      guests: [],
    },
  };
}

/** The ids of servers, in no order. */
export function idOf(number: number) {
  return serverIdOf((number * 2_654_435_761) % 2 ** 40);
}

function serverOf(
  number: number,
  isLive: boolean,
  at: { readonly host: string; readonly nodeId: ProviderId },
): Server {
  const createdAt = begin + number * second;
  const updatedAt = createdAt + 30 * second;
  return someServer({
    id: idOf(number),
    number,
    name: `server-${number}`,
    hostname: `server-${number}`,
    reservationId: `r-${number.toString(36).padStart(8, '0')}`,
    projectId: `project-${number % projects}`,
    userId: `user-${number % 300}`,
    createdAt,
    updatedAt,
    launchedAt: createdAt + 20 * second,
    flavor: {
      ...someServer().flavor,
      memoryMb: 512,
      rootGb: 1,
      number: 1 + (number % 20),
      name: `m1.${number % 20}`,
      extraSpecs: {
        'hw:cpu_policy': 'shared',
        'hw:mem_page_size': 'large',
        'trait:HW_CPU_X86_AVX2': 'required',
        'quota:cpu_shares': '4',
      },
    },
    key: { name: 'default', publicKey: `ssh-rsa ${'A'.repeat(300)} user-${number % 300}` },
    metadata: { role: 'web', tier: `${number % 5}` },
    addresses: isLive
      ? [
          {
            network: 'private',
            version: 4,
            address: `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
            mac: `fa:16:3e:${[number >> 16, number >> 8, number].map((part) => (part & 255).toString(16).padStart(2, '0')).join(':')}`,
          },
        ]
      : [],
    place: { ...at, nodeName: at.host, zone: 'nova' },
    ...(isLive ? {} : { deletedAt: updatedAt, terminatedAt: updatedAt, vmState: 'deleted' as const }),
  });
}

function actionsOf(server: Server, host: string) {
  const done = [['create', 'compute__do_build_and_run_instance', server.createdAt]] as [
    string,
    string,
    number,
  ][];
  if (server.deletedAt !== null)
    done.push(['delete', 'compute_terminate_instance', server.deletedAt - second]);
  return done.map(([name, event, startedAt]) => {
    const requestId = `req-${server.id.slice(0, -1)}${name === 'create' ? 'a' : 'b'}`;
    const finishedAt = startedAt + second;
    return {
      id: actionId(server.id, requestId),
      serverId: server.id,
      requestId,
      name,
      userId: server.userId,
      projectId: server.projectId,
      startedAt,
      updatedAt: finishedAt,
      message: null,
      events: [
        {
          name: event,
          host,
          startedAt,
          finishedAt,
          result: 'Success' as const,
          details: null,
          traceback: null,
        },
      ],
    };
  });
}
