import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';

/** How much later than it has promised an agent may be heard of again, and still be the one that acts for its host. */
const lateMs = 10_000;

interface Presence {
  /** What the agent calls itself: another one each time it is started. */
  readonly agent: string;
  readonly seenAt: number;
  /** Until when nobody else may act for the host. */
  readonly untilMs: number;
}

/**
 * When hosts were last heard of, and which agent acts for each: in the memory of the process that leads, since a ledger that is written
 * for every sign of life would be written all the time. Only who comes and goes is written.
 */
export class HostPresence {
  readonly #silenceMaxMs: number;
  readonly #now: () => number;
  readonly #byHost = new Map<string, Presence>();
  /** Since when this process leads; null: it does not. */
  #leadingSince: number | null = null;

  /** `silenceMaxMs`: whoever is not heard of for longer counts as gone. */
  constructor(silenceMaxMs: number, now: () => number) {
    this.#silenceMaxMs = silenceMaxMs;
    this.#now = now;
  }

  /**
   * An agent is heard of, and says after how long it will be again at the latest. False where another one acts for the host: one that is
   * there is not pushed aside, and one that is gone without a word is waited for.
   */
  admit(host: string, agent: string, againInMs: number): boolean {
    const now = this.#now();
    const present = this.#byHost.get(host);
    if (present && present.agent !== agent && now < present.untilMs) return false;
    this.#byHost.set(host, { agent, seenAt: now, untilMs: now + againInMs + lateMs });
    return true;
  }

  /** An agent has hung up while it waited: another one may act for its host at once. */
  left(host: string, agent: string): void {
    const present = this.#byHost.get(host);
    if (present?.agent === agent) this.#byHost.set(host, { ...present, untilMs: 0 });
  }

  /** Null where this process has never heard of it. */
  seenAt(host: string): number | null {
    return this.#byHost.get(host)?.seenAt ?? null;
  }

  /** To be called now and then, with whether this process leads: one that has just begun to has heard of nobody yet. */
  leads(isLeading: boolean): void {
    if (!isLeading) this.#leadingSince = null;
    else this.#leadingSince ??= this.#now();
  }

  /** Those that count as there, and have not been heard of for too long. After a beginning all have as much time as they ever have. */
  silentAmong(services: Iterable<ComputeService>): { readonly host: string; readonly seenAt: number }[] {
    if (this.#leadingSince === null) return [];
    const silent = [];
    const latest = this.#now() - this.#silenceMaxMs;
    for (const service of services) {
      if (!service.isUp) continue;
      const seenAt = this.seenAt(service.host);
      if (Math.max(seenAt ?? 0, this.#leadingSince) > latest) continue;
      silent.push({ host: service.host, seenAt: Math.max(seenAt ?? 0, service.seenAt) });
    }
    return silent;
  }
}
