import { assert } from '@berth/engine/assert.ts';
import type { Steps } from '@berth/engine/explain/steps.ts';
import type { Server } from '../servers/server.ts';
import type { DecidedMove } from './decided-move.ts';
import type { MovableServers } from './movable-servers.ts';
import type { PlannedCloud, Spot } from './planned-cloud.ts';
import type { PlannedMove } from './planned-move.ts';
import { bySize } from './server-size.ts';
import type { TargetFinder } from './target-finder.ts';

export interface RoomMakerOptions {
  readonly cloud: PlannedCloud;
  readonly finder: TargetFinder;
  readonly movable: MovableServers;
  /** The hosts that would take a server if nobody were there who can be moved. */
  readonly hostsIfEmpty: (server: Server) => readonly string[];
  readonly triesMax: number;
}

/**
 * Makes room for servers that fit nowhere, by moving others that are in their way to where there is room for them; and if there is none for these
 * either, by making it in the same way, once. As few are moved as will do, and nobody twice.
 */
export class RoomMaker {
  readonly #options: RoomMakerOptions;
  /** Whom room is being made for. They are in nobody's way. */
  readonly #inHand = new Set<Server>();
  readonly #startedAt: number;

  constructor(options: RoomMakerOptions) {
    this.#options = options;
    this.#startedAt = options.finder.asked;
  }

  /** Whether it had to give up. */
  get isOver(): boolean {
    const { finder, triesMax } = this.#options;
    return finder.asked - this.#startedAt >= triesMax;
  }

  /** The moves that bring it somewhere, which are made in the planned cloud; null: none were found. */
  *makeFor(
    server: Server,
    purpose: PlannedMove['purpose'],
    depth = depthMax,
  ): Steps<readonly DecidedMove[] | null> {
    this.#inHand.add(server);
    try {
      for (const host of this.nearest(server)) {
        if (this.isOver) return null;
        yield;
        const moves = yield* this.#clear(server, host, depth);
        if (moves === null) continue;
        const target = this.#options.finder.findAt(server, host);
        if (target !== null) return [...moves, this.#moved(server, target, purpose)];
        this.#takeBack(moves);
      }
      return null;
    } finally {
      this.#inHand.delete(server);
    }
  }

  /** Who would have to leave a host for a server; null: that would not do. The fewest, and of these the smallest that were found. */
  inTheWay(server: Server, host: string): readonly Server[] | null {
    const there = this.#whoMayLeave(host);
    const one = there.find((each) => this.#fitsWithout(server, host, [each]));
    if (one) return [one];
    const several: Server[] = [];
    for (const each of there.reverse()) {
      if (several.length === clearedMax || this.isOver) return null;
      several.push(each);
      if (this.#fitsWithout(server, host, several)) return this.#needed(server, host, several);
    }
    return null;
  }

  /** Without those of them that need not leave. */
  #needed(server: Server, host: string, leaving: readonly Server[]): readonly Server[] {
    let needed = leaving;
    for (const each of leaving) {
      const others = needed.filter((other) => other !== each);
      if (this.#fitsWithout(server, host, others)) needed = others;
    }
    return needed;
  }

  /** Those that would take it, the one that lacks the least first. */
  nearest(server: Server): readonly string[] {
    const { cloud, hostsIfEmpty } = this.#options;
    const { vcpus, memoryMb, rootGb, ephemeralGb } = server.flavor;
    const shortfall = (host: string) => {
      let least = Infinity;
      for (const { id } of cloud.nodesOf(host)) {
        const root = cloud.placement.providers.get(id);
        if (!root) continue;
        const row = cloud.free.rowOf(root);
        const short =
          lack(vcpus, cloud.free.vcpusAt(row)) +
          lack(memoryMb, cloud.free.memoryMbAt(row)) +
          lack(rootGb + ephemeralGb, cloud.free.diskGbAt(row));
        least = Math.min(least, short);
      }
      return least;
    };
    const hosts = hostsIfEmpty(server).map((host) => ({ host, short: shortfall(host) }));
    return hosts.sort((one, other) => one.short - other.short).map(({ host }) => host);
  }

  *#clear(server: Server, host: string, depth: number): Steps<readonly DecidedMove[] | null> {
    const leaving = this.inTheWay(server, host);
    if (leaving === null) return null;
    const moves: DecidedMove[] = [];
    for (const each of leaving) {
      if (this.isOver) break;
      yield;
      const target = this.#options.finder.findAnew(each);
      if (target !== null) {
        moves.push(this.#moved(each, target, 'make-room'));
        continue;
      }
      const before = depth > 0 ? yield* this.makeFor(each, 'make-room', depth - 1) : null;
      if (before === null) break;
      moves.push(...before);
    }
    if (leaving.every((each) => this.#options.cloud.isPlanned(each.id))) return moves;
    this.#takeBack(moves);
    return null;
  }

  /** The smallest first. */
  #whoMayLeave(host: string): Server[] {
    const { cloud, movable } = this.#options;
    return Array.from(cloud.serversOn(host))
      .filter((each) => !cloud.isPlanned(each.id) && !this.#inHand.has(each) && movable.isMovable(each))
      .sort(bySize);
  }

  #fitsWithout(server: Server, host: string, others: readonly Server[]): boolean {
    const { cloud, finder } = this.#options;
    for (const each of others) cloud.put(each, nowhere);
    const target = finder.findAt(server, host);
    for (const each of others) cloud.putBack(each);
    return target !== null;
  }

  #moved(server: Server, to: DecidedMove['to'], purpose: PlannedMove['purpose']): DecidedMove {
    const { cloud, movable } = this.#options;
    const kind = movable.kindOf(server);
    assert(typeof kind === 'string', 'only those are moved that can be');
    return { server, kind, from: cloud.put(server, to), to, purpose };
  }

  #takeBack(moves: readonly DecidedMove[]): void {
    for (const { server } of moves) this.#options.cloud.putBack(server);
  }
}

const nowhere: Spot = { place: null, allocations: [] };
/** How often room is made for those that make room. */
const depthMax = 1;
/** How many servers leave a host for one. */
const clearedMax = 8;

/** Which part of what is wanted is not there. */
function lack(wanted: number, free: number): number {
  return wanted === 0 ? 0 : Math.max(0, wanted - free) / wanted;
}
