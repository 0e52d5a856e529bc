import type { Steps } from '@berth/engine/explain/steps.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { Server } from '../servers/server.ts';
import { Alikeness } from './alikeness.ts';
import type { DecidedMove } from './decided-move.ts';
import { hostsFor, type HostsFor } from './hosts-for.ts';
import { LiftedCloud } from './lifted-cloud.ts';
import type { MovableServers } from './movable-servers.ts';
import type { Placing } from './find-placing.ts';
import type { PlanOptions } from './plan-request.ts';
import { RoomMaker } from './room-maker.ts';
import type { CrowdedHost, StuckReason } from './stuck-reason.ts';

/** What can be done for those that found no place, and why nothing can. */
export class Unplaced {
  readonly #cloud: ComputeCloud;
  readonly #hosts: readonly string[];
  readonly #placing: Placing;
  readonly #movable: MovableServers;
  readonly #options: PlanOptions;
  readonly #lifted: LiftedCloud;
  readonly #alikeness = new Alikeness();
  readonly #ifEmpty = new Map<string, HostsFor>();
  readonly #reasons = new Map<string, StuckReason>();
  readonly #rooms: RoomMaker;

  constructor(
    cloud: ComputeCloud,
    hosts: readonly string[],
    placing: Placing,
    movable: MovableServers,
    options: PlanOptions,
  ) {
    this.#cloud = cloud;
    this.#hosts = hosts;
    this.#placing = placing;
    this.#movable = movable;
    this.#options = options;
    this.#lifted = new LiftedCloud(cloud, hosts);
    this.#rooms = new RoomMaker({
      cloud: placing.cloud,
      finder: placing.finder,
      movable,
      hostsIfEmpty: (server) => this.#wouldTake(server).hosts,
      triesMax: options.triesMax,
    });
  }

  *liftAll(): Steps<void> {
    for (const { host } of this.#cloud.compute.services.values()) {
      for (const server of this.#cloud.compute.servers.onHost(host))
        if (this.#movable.isMovable(server)) this.#lifted.lift(server);
      yield;
    }
  }

  /** Where those before it have made more room than they need, it may just fit. */
  *makeRoomFor(server: Server): Steps<readonly DecidedMove[] | null> {
    const { cloud, finder } = this.#placing;
    const to = finder.find(server);
    const kind = this.#movable.kindOf(server);
    if (to !== null && typeof kind === 'string')
      return [{ server, kind, from: cloud.put(server, to), to, purpose: 'empty' }];
    if (this.#rooms.isOver) return null;
    const made = yield* this.#rooms.makeFor(server, 'empty');
    if (made !== null) finder.roomWasMade();
    return made;
  }

  reasonFor(server: Server): StuckReason {
    return this.#reasons.getOrInsertComputed(this.#alikeness.keyOf(server), () => {
      const { hosts, steps: ifEmpty } = this.#wouldTake(server);
      if (hosts.length === 0) return { kind: 'nowhere', ifEmpty };
      const { steps } = hostsFor(this.#placing.cloud, server, this.#options.scheduling);
      return { kind: 'no-room', steps, ifEmpty, nearest: this.#nearest(server), isCut: this.#rooms.isOver };
    });
  }

  #nearest(server: Server): readonly CrowdedHost[] {
    const nearest: CrowdedHost[] = [];
    for (const host of this.#rooms.nearest(server)) {
      if (nearest.length === nearestMax) break;
      const inTheWay = this.#rooms.inTheWay(server, host);
      if (inTheWay) nearest.push({ host, inTheWay: inTheWay.map(({ id }) => id) });
    }
    return nearest;
  }

  #wouldTake(server: Server): HostsFor {
    // The host that it is on is no other one; but none of those that are emptied is for anybody.
    const host = server.place?.host ?? '';
    const key = `${this.#alikeness.keyOf(server)} ${this.#hosts.includes(host) ? '' : host}`;
    return this.#ifEmpty.getOrInsertComputed(key, () =>
      hostsFor(this.#lifted, server, this.#options.scheduling),
    );
  }
}

/** How many hosts are named to whom there is no place. */
const nearestMax = 3;
