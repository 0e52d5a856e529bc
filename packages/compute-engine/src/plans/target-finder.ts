import { assert } from '@berth/engine/assert.ts';
import type { Allocation } from '@berth/engine/consumer.ts';
import { schedule } from '../scheduler/schedule.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { Server, ServerPlace } from '../servers/server.ts';
import { Alikeness } from './alikeness.ts';
import { moveRequestOf } from './move-request-of.ts';
import type { PlannedCloud } from './planned-cloud.ts';

/** Where a server could go, and what it would hold there. */
export interface Target {
  readonly place: ServerPlace;
  readonly allocations: readonly Allocation[];
}

/**
 * Asks the scheduler for places in a planned cloud, as it would be asked when the server is moved: with all that it holds still held where it is.
 *
 * Hosts only get fuller while a plan is made, unless somebody is moved to make room. So servers that are just like one that found no place find none
 * either, until then.
 */
export class TargetFinder {
  readonly #cloud: PlannedCloud;
  readonly #settings: SchedulerSettings;
  readonly #alikeness: Alikeness;
  readonly #inVain = new Set<string>();
  /** How often the scheduler was asked. */
  asked = 0;

  constructor(cloud: PlannedCloud, settings: SchedulerSettings, alikeness: Alikeness) {
    this.#cloud = cloud;
    this.#settings = settings;
    this.#alikeness = alikeness;
  }

  /** Null: no host takes it. */
  find(server: Server): Target | null {
    const key = this.#alikeness.keyOf(server);
    if (this.#inVain.has(key)) return null;
    const target = this.#ask(server, null);
    if (target === null) this.#inVain.add(key);
    return target;
  }

  /** The same, whatever was found for others before. */
  findAnew(server: Server): Target | null {
    return this.#ask(server, null);
  }

  /** On this host alone. */
  findAt(server: Server, host: string): Target | null {
    return this.#ask(server, host);
  }

  /** Somebody has left a host that others may go to. */
  roomWasMade(): void {
    this.#inVain.clear();
  }

  /** A host for each of some that are alike; null: for all of them there is none. None of them is in a group. */
  findTogether(servers: readonly Server[]): readonly Target[] | null {
    const [first] = servers;
    assert(first, 'at least one is asked for');
    if (this.#inVain.has(this.#alikeness.keyOf(first))) return null;
    return this.#askFor(first, servers, null);
  }

  #ask(server: Server, host: string | null): Target | null {
    return this.#askFor(server, [server], host)?.[0] ?? null;
  }

  #askFor(first: Server, servers: readonly Server[], host: string | null): readonly Target[] | null {
    this.asked++;
    const request = moveRequestOf(first, host);
    const ids = servers.map(({ id }) => id);
    let scheduled = schedule(this.#cloud, request, ids, this.#settings);
    if (!scheduled.isPlaced && scheduled.decision.isCut) {
      // Some hosts were not looked at.
      scheduled = schedule(this.#cloud, request, ids, { ...this.#settings, candidatesMax: Infinity });
    }
    if (!scheduled.isPlaced) return null;
    const { providers } = this.#cloud.placement;
    return scheduled.servers.map(({ place, allocations }) => ({
      place,
      allocations: allocations.map(({ providerId, resourceClass, amount }) => {
        const provider = providers.get(providerId);
        assert(provider, 'the scheduler finds providers that are there');
        return { provider, resourceClass, amount };
      }),
    }));
  }
}
