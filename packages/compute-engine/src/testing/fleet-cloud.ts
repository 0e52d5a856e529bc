import { apply } from '@berth/engine/apply.ts';
import { given } from '@berth/engine/testing/given.ts';
import { longAgo } from '@berth/engine/testing/instants.ts';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { aggregateId, consumerId, id, named, traitName } from '@berth/engine/testing/names.ts';
import type { WorldState } from '@berth/engine/world.ts';
import { applyComputeChange } from '../apply.ts';
import { ComputeState } from '../compute-state.ts';
import type { ComputeService } from '../hosts/compute-service.ts';
import type { GroupId, ServiceId } from '../ids.ts';
import { aggregateHostId } from '../host-aggregates/aggregate-host.ts';
import type { ServerGroupPolicy } from '../server-groups/server-group.ts';
import type { Server, ServerFlavor } from '../servers/server.ts';
import { smallFlavor } from './given-cloud.ts';
import { serverNamed } from './server-named.ts';

export interface FleetServer extends Partial<Omit<Server, 'flavor'>> {
  readonly host: string;
  readonly flavor?: Partial<ServerFlavor>;
  /** What it holds, in the notation of `allocate`; that of its flavor from its host, unless told. */
  readonly holds?: string;
}

/**
 * A cloud with servers where they were put, whatever any rule says: every root of the world is a node of the host of its name (see `given`). Unlike
 * `ServerCloud` it decides nothing, so it may have ten thousand of them.
 */
export class FleetCloud {
  readonly placement: WorldState;
  readonly compute = new ComputeState();

  constructor(world: string) {
    this.placement = given(`traits: COMPUTE_STATUS_DISABLED\n${world}`);
    let number = 0;
    for (const { id: nodeId, name } of this.placement.roots) {
      number++;
      this.#put({
        kind: 'node-set',
        thing: {
          id: nodeId,
          number,
          host: name,
          name,
          createdAt: longAgo,
          updatedAt: longAgo,
          hypervisor: { type: 'fake', version: 1 },
          address: '192.0.2.1',
          vcpus: 8,
          memoryMb: 8192,
          diskGb: 100,
          cpuInfo: '{}',
          guests: [],
        },
      });
      this.withService(name, { number });
    }
  }

  withService(host: string, change: Partial<ComputeService>): this {
    const service = {
      id: `service of ${host}` as ServiceId,
      number: 1,
      host,
      createdAt: longAgo,
      seenAt: longAgo,
      isUp: true,
      isForcedDown: false,
      disabled: null,
      failedBuilds: 0,
    };
    const before = this.compute.services.ofHost(host) ?? service;
    this.#put({ kind: 'service-set', thing: { ...before, ...change } });
    return this;
  }

  /** Taken out of service, as it is seen in Placement, too. */
  withDisabled(host: string): this {
    const traits = [...named(this.placement, host).traits, traitName('COMPUTE_STATUS_DISABLED')];
    apply(this.placement, { kind: 'traits-set', id: id(host), traits });
    return this.withService(host, { disabled: { reason: null } });
  }

  /** A zone that these hosts are in, in Placement too. */
  withZone(name: string, hosts: readonly string[]): this {
    const aggregate = aggregateId(name);
    const number = this.compute.hostAggregates.size + 1;
    const metadata = { availability_zone: name };
    this.#put({
      kind: 'host-aggregate-set',
      thing: { id: aggregate, number, name, metadata, createdAt: longAgo, updatedAt: null },
    });
    for (const [index, host] of hosts.entries()) {
      const member = { aggregateId: aggregate, host, position: index + 1 };
      this.#put({ kind: 'aggregate-host-set', thing: { id: aggregateHostId(aggregate, host), ...member } });
      const aggregates = [...named(this.placement, host).aggregates, aggregate];
      apply(this.placement, { kind: 'aggregates-set', id: id(host), aggregates });
    }
    return this;
  }

  withGroup(name: string, policy: ServerGroupPolicy, members: readonly string[], perHostMax = 1): this {
    const group = { number: 1, id: name as GroupId, name, projectId: 'project', userId: 'user', policy };
    this.#put({
      kind: 'server-group-set',
      thing: { ...group, perHostMax, members: members.map(consumerId) },
    });
    return this;
  }

  withServer(name: string, { host, holds, flavor, ...change }: FleetServer): this {
    const place = { host, nodeId: id(host), nodeName: host, zone: 'nova' };
    const whole = { ...smallFlavor, ...flavor };
    this.#put({
      kind: 'server-set',
      thing: serverNamed(name, { number: this.compute.servers.size + 1, place, flavor: whole, ...change }),
    });
    allocate(this.placement, name, holds ?? `${host}:${amountsOf(whole)}`, { type: 'INSTANCE' });
    return this;
  }

  #put(change: Parameters<typeof applyComputeChange>[1]): void {
    applyComputeChange(this.compute, change);
  }
}

function amountsOf({ vcpus, memoryMb, rootGb }: ServerFlavor): string {
  return `VCPU=${vcpus},MEMORY_MB=${memoryMb},DISK_GB=${rootGb}`;
}
