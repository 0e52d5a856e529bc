import type { Steps } from '@berth/engine/explain/steps.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { Server } from '../servers/server.ts';
import { Alikeness } from './alikeness.ts';
import type { DecidedMove } from './decided-move.ts';
import { fullnessOf, leastToLeave } from './fullness.ts';
import { MovableServers } from './movable-servers.ts';
import { orderMoves } from './order-moves.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanOptions } from './plan-request.ts';
import { PlannedCloud } from './planned-cloud.ts';
import { bySize } from './server-size.ts';
import { type Target, TargetFinder } from './target-finder.ts';

/**
 * A plan that spreads servers better: the fullest host gives its largest server that helps to the emptiest host that takes it; again and again, until no host is fuller than the mean by more than is tolerated, nothing gets better, or there are as many moves as there may be. Hosts that are down or
 * disabled have no part in it.
 */
export function* spreadServers(
  cloud: ComputeCloud,
  tolerance: number,
  options: PlanOptions,
): Steps<Omit<PlanDraft, 'isOfManyMoments'>> {
  const spreading = new Spreading(cloud, options);
  yield* spreading.measure();
  const before = spreading.fullest;
  const level = spreading.mean + tolerance;
  while (spreading.moves.length < options.movesMax) {
    const host = spreading.fullestAbove(level);
    if (host === null) break;
    yield* spreading.relieve(host);
    yield;
  }
  const after = spreading.fullest;
  return {
    moves: yield* orderMoves(spreading.moves),
    movesLeast: spreading.movesLeast(after),
    stuck: [],
    strangers: [],
    fullest: { before, after },
  };
}

interface MeasuredHost {
  readonly host: string;
  readonly root: Provider;
  readonly fullnessBefore: number;
  fullness: number;
  /** Nothing that leaves it makes anything better. */
  isDone: boolean;
}

class Spreading {
  readonly moves: DecidedMove[] = [];
  readonly #cloud: ComputeCloud;
  readonly #planned: PlannedCloud;
  readonly #finder: TargetFinder;
  readonly #movable: MovableServers;
  readonly #alikeness = new Alikeness();
  readonly #hosts = new Map<Provider, MeasuredHost>();

  constructor(cloud: ComputeCloud, options: PlanOptions) {
    this.#cloud = cloud;
    this.#planned = new PlannedCloud(cloud, []);
    this.#finder = new TargetFinder(this.#planned, spreadOut(options.scheduling), this.#alikeness);
    this.#movable = new MovableServers(cloud, options);
  }

  *measure(): Steps<void> {
    const { compute, placement } = this.#cloud;
    for (const { id, host } of compute.nodes.values()) {
      const root = placement.providers.get(id);
      const service = compute.services.ofHost(host);
      if (!root || !service?.isUp || service.isForcedDown || service.disabled !== null) continue;
      const fullness = fullnessOf(this.#planned, root);
      this.#hosts.set(root, { host, root, fullnessBefore: fullness, fullness, isDone: false });
      yield;
    }
  }

  get mean(): number {
    let sum = 0;
    for (const { fullness } of this.#hosts.values()) sum += fullness;
    return this.#hosts.size === 0 ? 0 : sum / this.#hosts.size;
  }

  get fullest(): number {
    let fullest = 0;
    for (const { fullness } of this.#hosts.values()) fullest = Math.max(fullest, fullness);
    return fullest;
  }

  fullestAbove(level: number): MeasuredHost | null {
    let fullest: MeasuredHost | null = null;
    for (const host of this.#hosts.values()) {
      if (!host.isDone && host.fullness > level && host.fullness > (fullest?.fullness ?? 0)) fullest = host;
    }
    return fullest;
  }

  /** Moves a server away from a host: the largest that makes the fuller one of the two hosts less full. */
  *relieve(host: MeasuredHost): Steps<void> {
    for (const server of this.#differentServersOn(host)) {
      const to = this.#finder.findAnew(server);
      const kind = this.#movable.kindOf(server);
      if (to !== null && typeof kind === 'string') {
        const isBetter = this.#levelWith(host, server, to) < host.fullness - leastGain;
        if (isBetter) {
          this.moves.push({ server, kind, from: this.#planned.put(server, to), to, purpose: 'spread' });
          this.#measureAgain(host, to);
          return;
        }
      }
      yield;
    }
    host.isDone = true;
  }

  /** To make no host fuller than that, at least so many servers have to leave the hosts that were. */
  movesLeast(level: number): number {
    const before = new PlannedCloud(this.#cloud, []);
    let sum = 0;
    for (const { host, root, fullnessBefore } of this.#hosts.values()) {
      if (fullnessBefore <= level) continue;
      const held = Array.from(before.serversOn(host), (server) => before.spotOf(server).allocations);
      sum += leastToLeave(before, root, level, held);
    }
    return sum;
  }

  /** One of each kind, the largest first; those that are on another node of the same host are not meant. */
  #differentServersOn({ host, root }: MeasuredHost): readonly Server[] {
    const byKey = new Map<string, Server>();
    for (const server of this.#planned.serversOn(host)) {
      const isMeant = server.place?.nodeId === root.id && !this.#planned.isPlanned(server.id);
      if (isMeant && this.#movable.isMovable(server)) byKey.set(this.#alikeness.keyOf(server), server);
    }
    return [...byKey.values()].sort(bySize).reverse().slice(0, differentMax);
  }

  /** How full the fuller one of two hosts would be. */
  #levelWith({ root }: MeasuredHost, server: Server, to: Target): number {
    const planned = this.#planned;
    const target = planned.placement.providers.get(to.place.nodeId);
    planned.put(server, to);
    const level = Math.max(fullnessOf(planned, root), target ? fullnessOf(planned, target) : Infinity);
    planned.putBack(server);
    return level;
  }

  #measureAgain(from: MeasuredHost, { place }: Target): void {
    const planned = this.#planned;
    from.fullness = fullnessOf(planned, from.root);
    const root = planned.placement.providers.get(place.nodeId);
    const to = root && this.#hosts.get(root);
    if (to) to.fullness = fullnessOf(planned, to.root);
  }
}

/** The emptiest host first, whatever operators prefer for servers that are new. */
function spreadOut(settings: SchedulerSettings): SchedulerSettings {
  return { ...settings, multipliers: { ...settings.multipliers, ram: 1, cpu: 1, disk: 1 } };
}

/** How many servers of a host are looked at before one of them is moved. */
const differentMax = 8;
/** What makes less of a difference is not worth a move. */
const leastGain = 1e-3;
