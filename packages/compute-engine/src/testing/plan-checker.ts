import type { ComputeCloud } from '../compute-state.ts';

import type { PlannedMove } from '../plans/planned-move.ts';
import type { RuleStep } from '../plans/stuck-reason.ts';

/**
 * Judges plans without the scheduler, the search or anything that makes plans: hosts and servers are read once into plain maps, and rules are written down
 * again, as the documents have them. It knows what `arbitraryFleet` makes: each class is in one provider of a tree, and nobody shares.
 */
export class PlanChecker {
  readonly hosts = new Map<string, CheckedHost>();
  readonly servers = new Map<string, CheckedServer>();
  readonly #groups = new Map<string, { readonly policy: string; readonly most: number }>();
  readonly #closed: ReadonlySet<string>;

  constructor({ placement, compute }: ComputeCloud, closed: readonly string[]) {
    this.#closed = new Set(closed);
    for (const { id, host } of compute.nodes.values()) {
      const root = placement.providers.get(id);
      const service = compute.services.ofHost(host);
      if (!root || !service) throw new Error(`The host ${host} is not whole.`);
      const room = new Map<string, Room>();
      for (const provider of root.tree) {
        for (const [name, inventory] of provider.inventories) {
          const { total, reserved, allocationRatio, minUnit, maxUnit, stepSize } = inventory;
          room.set(name, { capacity: (total - reserved) * allocationRatio, minUnit, maxUnit, stepSize });
        }
      }
      const isUp = service.isUp && !service.isForcedDown;
      const isDisabled = root.traits.has('COMPUTE_STATUS_DISABLED' as never);
      const traits = new Set<string>(root.tree.flatMap((provider) => [...provider.traits]));
      const zones = new Set<string>();
      for (const { metadata } of compute.hostAggregates.ofHost(host))
        zones.add(metadata['availability_zone'] ?? '');
      const isServiceDisabled = service.disabled !== null;
      this.hosts.set(host, { room, traits, zones, isUp, isDisabled, isServiceDisabled });
    }
    for (const server of compute.servers.values()) {
      const { id, flavor, place, groupId, pinnedZone, vmState, taskState } = server;
      const specs = Object.entries(flavor.extraSpecs);
      const traitsThatAre = (value: string) =>
        specs
          .filter(([key, each]) => key.startsWith('trait:') && each === value)
          .map(([key]) => key.slice(6));
      this.servers.set(id, {
        amounts: new Map([
          ['VCPU', flavor.vcpus],
          ['MEMORY_MB', flavor.memoryMb],
          ['DISK_GB', flavor.rootGb],
        ]),
        required: traitsThatAre('required'),
        forbidden: traitsThatAre('forbidden'),
        group: groupId,
        zone: pinnedZone,
        home: place?.host ?? '',
        kinds: taskState !== null ? [] : vmState === 'active' ? ['live', 'cold'] : (kindsOf[vmState] ?? []),
      });
    }
    for (const { id, policy, perHostMax } of compute.serverGroups.values())
      this.#groups.set(id, { policy, most: perHostMax ?? 1 });
  }

  /** Where everybody is. */
  places(): Places {
    return new Map(Array.from(this.servers, ([id, { home }]) => [id, home]));
  }

  /** What is wrong with the moves, one after the other; and where everybody is after them. */
  replay(moves: readonly PlannedMove[]): { readonly problems: readonly string[]; readonly places: Places } {
    const places = this.places();
    const problems: string[] = [];
    const nearby = new Nearby(this.servers);
    for (const [index, { serverId, from, to, kind, after }] of moves.entries()) {
      const server = this.servers.get(serverId);
      if (!server || places.get(serverId) !== from.host) problems.push(`${index}: it is not there`);
      else if (!server.kinds.includes(kind)) problems.push(`${index}: it cannot be moved ${kind}`);
      else if (!this.hosts.get(from.host)?.isUp) problems.push(`${index}: its host is down`);
      const near = nearby.of(serverId, to.host, places);
      const refused = this.refusedBy(serverId, to.host, near);
      if (refused !== null) problems.push(`${index}: ${refused} refuses`);
      // If of all moves before it only those were over that it waits for, and the others were still under way.
      const isOver = new Set(after);
      const holders = (nearby.left.get(to.host) ?? []).filter(({ at }) => !isOver.has(at));
      const late = this.refusedBy(
        serverId,
        to.host,
        near,
        holders.map(({ id }) => [id, to.host]),
      );
      if (late !== null) problems.push(`${index}: ${late} refuses while others are under way`);
      if (after.some((at) => at >= index)) problems.push(`${index}: it waits for a later one`);
      places.set(serverId, to.host);
      nearby.move(serverId, { from: from.host, to: to.host, at: index });
    }
    return { problems, places };
  }

  /** The first rule that keeps a server from a host; null: it may go there. `holders`: who holds something there besides. */
  refusedBy(
    id: string,
    host: string,
    places: Places,
    holders: readonly (readonly [string, string])[] = [],
  ): string | null {
    const refused = this.rulesFor(id, places, holders).find(([, holds]) => !holds(host));
    return refused ? refused[0] : null;
  }

  /** In the order in which they are asked. */
  rulesFor(
    id: string,
    places: Places,
    holders: readonly (readonly [string, string])[] = [],
  ): readonly (readonly [name: string, holds: (host: string) => boolean])[] {
    const server = this.#server(id);
    const group = server.group === null ? undefined : this.#groups.get(server.group);
    const others = [...places].filter(
      ([other]) => other !== id && this.#server(other).group === server.group,
    );
    const membersOn = (host: string) => others.filter(([, at]) => at === host).length;
    const somewhere = others.filter(([, at]) => at !== nowhere);
    return [
      [
        'in service',
        (host) =>
          host !== server.home && !this.#closed.has(host) && this.hosts.get(host)?.isDisabled === false,
      ],
      ['amounts', (host) => this.#hasRoom(server, host, places, holders)],
      [
        'traits',
        (host) => {
          const traits = this.hosts.get(host)?.traits ?? new Set();
          return (
            server.required.every((each) => traits.has(each)) &&
            !server.forbidden.some((each) => traits.has(each))
          );
        },
      ],
      ['aggregates', (host) => server.zone === null || this.hosts.get(host)?.zones.has(server.zone) === true],
      [
        'ComputeFilter',
        (host) => this.hosts.get(host)?.isUp === true && !this.hosts.get(host)?.isServiceDisabled,
      ],
      [
        'ServerGroupAntiAffinityFilter',
        (host) => group?.policy !== 'anti-affinity' || membersOn(host) < group.most,
      ],
      [
        'ServerGroupAffinityFilter',
        (host) => group?.policy !== 'affinity' || somewhere.length === 0 || membersOn(host) > 0,
      ],
    ];
  }

  /** How many hosts each rule leaves, until there are none; with those of the filters that have nothing to ask. */
  countsFor(id: string, places: Places): ReadonlyMap<string, number> {
    let left = [...this.hosts.keys()];
    const counts = new Map<string, number>();
    for (const [name, holds] of this.rulesFor(id, places)) {
      left = left.filter(holds);
      counts.set(name, left.length);
    }
    return counts;
  }

  acceptingHosts(id: string, places: Places): readonly string[] {
    return [...this.hosts.keys()].filter((host) => this.refusedBy(id, host, places) === null);
  }

  isMovable(id: string, kinds: readonly string[], leftAlone: ReadonlySet<string>): boolean {
    const { kinds: own, home } = this.#server(id);
    const isUp = this.hosts.get(home)?.isUp === true;
    return isUp && !leftAlone.has(id) && own.some((kind) => kinds.includes(kind));
  }

  /** Whether the steps that are told are so: each filter that is told left as many as it says, and the last of them the same as all. */
  stepsAgree(steps: readonly RuleStep[], counts: ReadonlyMap<string, number>): boolean {
    return steps.every(({ rule, hostsLeft }) => counts.get(rule) === hostsLeft);
  }

  /**
   * Whether a server can leave its host by any sequence of moves at all, found by going through all of them. Null: there are too many.
   */
  canLeave(id: string, mayMove: readonly string[], start: Places, statesMax: number): boolean | null {
    const seen = new Set<string>([keyOf(start)]);
    let ahead: Places[] = [start];
    while (ahead.length > 0) {
      const next: Places[] = [];
      for (const places of ahead) {
        for (const mover of mayMove) {
          for (const host of this.hosts.keys()) {
            if (host === places.get(mover) || this.#refusesMove(mover, host, places)) continue;
            if (mover === id) return true;
            const after = new Map(places).set(mover, host);
            const key = keyOf(after);
            if (seen.has(key)) continue;
            if (seen.size >= statesMax) return null;
            seen.add(key);
            next.push(after);
          }
        }
      }
      ahead = next;
    }
    return false;
  }

  /** How full the fullest host is of those that are in service: of whatever it has the least left of. */
  fullest(places: Places): number {
    let fullest = 0;
    for (const [host, { room, isUp, isServiceDisabled }] of this.hosts) {
      if (!isUp || isServiceDisabled) continue;
      const there = [...places].filter(([, at]) => at === host).map(([id]) => this.#server(id));
      for (const [name, { capacity }] of room) {
        const used = there.reduce((sum, { amounts }) => sum + (amounts.get(name) ?? 0), 0);
        fullest = Math.max(fullest, used / capacity);
      }
    }
    return fullest;
  }

  /** Who has been moved before may come home again, unless that is to be emptied. */
  #refusesMove(id: string, host: string, places: Places): boolean {
    return this.rulesFor(id, places).some(([name, holds]) => {
      if (name === 'in service' && host === this.#server(id).home)
        return this.#closed.has(host) || this.hosts.get(host)?.isDisabled !== false;
      return !holds(host);
    });
  }

  #hasRoom(
    server: CheckedServer,
    host: string,
    places: Places,
    holders: readonly (readonly [string, string])[],
  ): boolean {
    const there = [...places].filter(([, at]) => at === host).map(([id]) => id);
    const more = holders.filter(([, at]) => at === host).map(([id]) => id);
    const using = [...there, ...more].map((id) => this.#server(id));
    return [...server.amounts].every(([name, amount]) => {
      const room = this.hosts.get(host)?.room.get(name);
      if (!room) return false;
      const used = using.reduce((sum, each) => sum + (each.amounts.get(name) ?? 0), 0);
      const isAllowed = amount >= room.minUnit && amount <= room.maxUnit && amount % room.stepSize === 0;
      return isAllowed && used + amount <= room.capacity;
    });
  }

  #server(id: string): CheckedServer {
    const server = this.servers.get(id);
    if (!server) throw new Error(`There is no server ${id}.`);
    return server;
  }
}

/** Of ten thousand servers, those that have a say in whether one may go to a host: they are there, or of its group. */
class Nearby {
  /** Who has left each host, and with which move. */
  readonly left = new Map<string, { readonly id: string; readonly at: number }[]>();
  readonly #servers: ReadonlyMap<string, CheckedServer>;
  readonly #onHost = new Map<string, Set<string>>();
  readonly #inGroup = new Map<string, string[]>();

  constructor(servers: ReadonlyMap<string, CheckedServer>) {
    this.#servers = servers;
    for (const [id, { home, group }] of servers) {
      this.#onHost.getOrInsertComputed(home, () => new Set()).add(id);
      if (group !== null) this.#inGroup.getOrInsertComputed(group, () => []).push(id);
    }
  }

  of(id: string, host: string, places: Places): Places {
    const members = this.#inGroup.get(this.#servers.get(id)?.group ?? '') ?? [];
    const ids = [...(this.#onHost.get(host) ?? []), ...members];
    return new Map(ids.map((each) => [each, places.get(each) ?? nowhere]));
  }

  move(
    id: string,
    { from, to, at }: { readonly from: string; readonly to: string; readonly at: number },
  ): void {
    this.#onHost.get(from)?.delete(id);
    this.#onHost.getOrInsertComputed(to, () => new Set()).add(id);
    this.left.getOrInsertComputed(from, () => []).push({ id, at });
  }
}

/** By server, the host. */
export type Places = Map<string, string>;

/** For servers that are left out of account. */
export const nowhere = '';

interface CheckedHost {
  readonly room: ReadonlyMap<string, Room>;
  readonly traits: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
  readonly isUp: boolean;
  readonly isDisabled: boolean;
  readonly isServiceDisabled: boolean;
}

interface Room {
  readonly capacity: number;
  readonly minUnit: number;
  readonly maxUnit: number;
  readonly stepSize: number;
}

interface CheckedServer {
  readonly amounts: ReadonlyMap<string, number>;
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
  readonly group: string | null;
  readonly zone: string | null;
  readonly home: string;
  readonly kinds: readonly string[];
}

const kindsOf: Readonly<Record<string, readonly string[]>> = { paused: ['live'], stopped: ['cold'] };

function keyOf(places: Places): string {
  return [...places.values()].join(' ');
}
