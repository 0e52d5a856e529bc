import type { Allocation } from '@berth/engine/consumer.ts';
import type { ClassName, ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { type Provider, usedOf } from '@berth/engine/provider.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import type { ComputeService } from '../hosts/compute-service.ts';
import type { HostAggregate } from '../host-aggregates/host-aggregate.ts';
import type { GroupId } from '../ids.ts';
import type { FreeLook } from '../scheduler/candidates/free-amounts.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { GroupView, SchedulerView } from '../scheduler/scheduler-view.ts';
import type { Server, ServerPlace } from '../servers/server.ts';
import { PlannedFree } from './planned-free.ts';
import { PlannedWorld } from './planned-world.ts';

/** Where a server is, and what it holds there. Null: nowhere. */
export interface Spot {
  readonly place: ServerPlace | null;
  readonly allocations: readonly Allocation[];
}

/**
 * A cloud as it would be after some moves, for the scheduler to look at, with hosts that are closed to servers. The cloud itself does not change, and
 * hardly anything of it is copied: what is kept is where servers would be that were moved.
 *
 *     cloud     a on cn1, b on cn1, c on cn2
 *     put       b on cn2                          what b holds of cn1 is free, and what it would hold of cn2 is not
 *     the view  a on cn1; b and c on cn2          but for b, all of it is read from the cloud
 */
export class PlannedCloud implements SchedulerView {
  readonly placement: PlannedWorld;
  readonly #cloud: ComputeCloud;
  readonly #view: SchedulerView;
  readonly #free: PlannedFree;
  readonly #spots = new Map<ConsumerId, Spot>();
  /** By host: those that were put there. */
  readonly #arrived = new Map<string, Map<ConsumerId, Server>>();
  /** By host: how many more servers are there than the cloud knows of. */
  readonly #more = new Map<string, number>();
  /** Groups of which a member was put somewhere. */
  readonly #touchedGroups = new Set<GroupId>();

  constructor(cloud: ComputeCloud, closedHosts: Iterable<string>) {
    this.#cloud = cloud;
    this.#view = schedulerViewOf(cloud);
    this.#free = new PlannedFree(this.#view.free);
    const roots = Array.from(closedHosts, (host) => this.#view.nodesOf(host).map(({ id }) => id)).flat();
    this.placement = new PlannedWorld(cloud.placement, roots);
  }

  /** Where it is after what was planned. */
  spotOf(server: Server): Spot {
    return this.#spots.get(server.id) ?? this.#spotNow(server);
  }

  /** From now on it is there, and nowhere else. Answers with where it was. */
  put(server: Server, spot: Spot): Spot {
    const before = this.spotOf(server);
    this.placement.hold(spot.allocations, 1);
    this.#free.hold(spot.allocations, 1);
    this.placement.hold(before.allocations, -1);
    this.#free.hold(before.allocations, -1);
    this.#count(server, before.place, -1);
    this.#count(server, spot.place, 1);
    if (server.groupId !== null) this.#touchedGroups.add(server.groupId);
    this.#spots.set(server.id, spot);
    return before;
  }

  /** Takes back all that was planned for it. */
  putBack(server: Server): void {
    const now = this.#spotNow(server);
    this.put(server, now);
    this.#spots.delete(server.id);
    if (now.place) this.#arrived.get(now.place.host)?.delete(server.id);
  }

  /** Those that are there after what was planned. */
  *serversOn(host: string): Generator<Server> {
    for (const server of this.#cloud.compute.servers.onHost(host))
      if (!this.#spots.has(server.id)) yield server;
    yield* this.#arrived.get(host)?.values() ?? [];
  }

  /** Whether it was put somewhere. */
  isPlanned(id: ConsumerId): boolean {
    return this.#spots.has(id);
  }

  get free(): FreeLook {
    return this.#free;
  }

  usedOf(provider: Provider, resourceClass: ClassName): number {
    return usedOf(provider, resourceClass) + this.placement.moreOf(provider, resourceClass);
  }

  get hostsRevision(): number {
    return this.#view.hostsRevision;
  }

  node(root: ProviderId): ComputeNode | undefined {
    return this.#view.node(root);
  }

  nodesOf(host: string): readonly ComputeNode[] {
    return this.#view.nodesOf(host);
  }

  service(host: string): ComputeService | undefined {
    return this.#view.service(host);
  }

  serverCount(host: string): number {
    return this.#view.serverCount(host) + (this.#more.get(host) ?? 0);
  }

  get diskWork(): ReadonlyMap<string, number> {
    return this.#view.diskWork;
  }

  get buildFailures(): ReadonlyMap<string, number> {
    return this.#view.buildFailures;
  }

  server(id: ConsumerId): Server | undefined {
    const server = this.#view.server(id);
    return server && this.#asPlanned(server);
  }

  aggregates(): Iterable<HostAggregate> {
    return this.#view.aggregates();
  }

  aggregatesOf(host: string): readonly HostAggregate[] {
    return this.#view.aggregatesOf(host);
  }

  group(id: GroupId): GroupView | undefined {
    const group = this.#view.group(id);
    if (!group || !this.#touchedGroups.has(id)) return group;
    return { ...group, members: group.members.map((member) => this.#asPlanned(member)) };
  }

  #asPlanned(server: Server): Server {
    const planned = this.#spots.get(server.id);
    return planned ? { ...server, place: planned.place } : server;
  }

  #spotNow({ id, place }: Server): Spot {
    return { place, allocations: this.#cloud.placement.consumers.get(id)?.allocations ?? [] };
  }

  #count(server: Server, place: ServerPlace | null, sign: 1 | -1): void {
    if (place === null) return;
    const { host } = place;
    this.#more.set(host, (this.#more.get(host) ?? 0) + sign);
    if (sign > 0) this.#arrived.getOrInsertComputed(host, () => new Map()).set(server.id, server);
    else this.#arrived.get(host)?.delete(server.id);
  }
}
