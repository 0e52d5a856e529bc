import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';

/** How much later than it has promised an agent may be heard of again, and still be the one that acts for its host. */
const lateMs = 10_000;

interface Presence {
  /** What the agent calls itself: another one each time it is started. */
  readonly agent: string;
  /** The time of day, to be told. */
  readonly seenAt: number;
  readonly seenMs: number;
  /** Until when nobody else may act for the host. */
  readonly untilMs: number;
}

export interface PresenceClocks {
  /** The time of day. It may be set, forwards and backwards. */
  readonly now: () => number;
  /** Only ever goes on, in milliseconds: who is silent, or late, is told by this one. */
  readonly clock: () => number;
}

/**
 * When hosts were last heard of, and which agent acts for each: in the memory of the process that leads, since a ledger that is written
 * for every sign of life would be written all the time. Only who comes and goes is written.
 *
 * A step of the time of day is no silence: it would put down all hosts at once, or keep one that is gone up for as long as it was.
 */
export class HostPresence {
  readonly #silenceMaxMs: number;
  readonly #clocks: PresenceClocks;
  readonly #byHost = new Map<string, Presence>();
  /** Since when this process leads; null: it does not. */
  #leadingSinceMs: number | null = null;

  /** `silenceMaxMs`: whoever is not heard of for longer counts as gone. */
  constructor(silenceMaxMs: number, clocks: PresenceClocks) {
    this.#silenceMaxMs = silenceMaxMs;
    this.#clocks = clocks;
  }

  /**
   * An agent is heard of, and says after how long it will be again at the latest. False where another one acts for the host: one that is
   * there is not pushed aside, and one that is gone without a word is waited for.
   */
  admit(host: string, agent: string, againInMs: number): boolean {
    const seenMs = this.#clocks.clock();
    const present = this.#byHost.get(host);
    if (present && present.agent !== agent && seenMs < present.untilMs) return false;
    const untilMs = seenMs + againInMs + lateMs;
    this.#byHost.set(host, { agent, seenAt: this.#clocks.now(), seenMs, untilMs });
    return true;
  }

  /** An agent has hung up while it waited: another one may act for its host at once. */
  left(host: string, agent: string): void {
    const present = this.#byHost.get(host);
    if (present?.agent === agent) this.#byHost.set(host, { ...present, untilMs: Number.NEGATIVE_INFINITY });
  }

  /** Null where this process has never heard of it. */
  seenAt(host: string): number | null {
    return this.#byHost.get(host)?.seenAt ?? null;
  }

  /** To be called now and then, with whether this process leads: one that has just begun to has heard of nobody yet. */
  leads(isLeading: boolean): void {
    if (!isLeading) this.#leadingSinceMs = null;
    else this.#leadingSinceMs ??= this.#clocks.clock();
  }

  /**
   * Those that count as there, and have not been heard of for too long. After a beginning all have as much time as they ever have. All
   * services there are: what is remembered of hosts that have none, since they were refused or are gone, is forgotten.
   */
  silentAmong(services: Iterable<ComputeService>): { readonly host: string; readonly seenAt: number }[] {
    if (this.#leadingSinceMs === null) return [];
    const silent = [];
    const latestMs = this.#clocks.clock() - this.#silenceMaxMs;
    const known = new Set<string>();
    for (const { host, isUp, seenAt } of services) {
      known.add(host);
      const present = this.#byHost.get(host);
      if (!isUp || Math.max(present?.seenMs ?? -Infinity, this.#leadingSinceMs) > latestMs) continue;
      silent.push({ host, seenAt: present?.seenAt ?? seenAt });
    }
    for (const [host, { seenMs }] of this.#byHost) {
      if (!known.has(host) && seenMs <= latestMs) this.#byHost.delete(host);
    }
    return silent;
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.#byHost.size;
  }
}
