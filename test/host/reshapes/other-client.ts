import { setTimeout as sleep } from 'node:timers/promises';
import { deleteAllocations } from '@berth/client/placement/allocations.ts';
import type { Resources } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Prng } from '@berth/testing/prng.ts';
import { candidatesOn, claimCandidate } from './claim-candidate.ts';

export interface OtherClientOptions {
  readonly transport: Transport;
  readonly rootUuid: string;
  readonly wants: Readonly<Resources>;
  /** Consumers of somebody else that it takes the liberty to end, now and then. */
  readonly victims: readonly string[];
  /** How many consumers it has at most. */
  readonly most: number;
  /** Between two things that it does. */
  readonly pauseMs: readonly [least: number, most: number];
  readonly prng: Prng;
}

const endsVictim = 0.1;

/** Claims and releases on one host all the time, and knows what it has got. */
export class OtherClient {
  readonly #options: OtherClientOptions;
  readonly #victims: string[];
  readonly held = new Map<string, Readonly<Resources>>();
  readonly ended = new Set<string>();
  readonly counts = { claimed: 0, released: 0, refused: 0 };
  #isStopped = false;
  #running: Promise<void> | null = null;

  constructor(options: OtherClientOptions) {
    this.#options = options;
    this.#victims = [...options.victims];
  }

  start(): void {
    this.#running = this.#run();
    // Whoever stops it is told.
    this.#running.catch(() => {});
  }

  /** Resolves when what it was at has come to its end; rejects if anything was wrong. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async releaseAll(): Promise<void> {
    while (this.held.size > 0) await this.#release();
  }

  async #run(): Promise<void> {
    const { prng, pauseMs, most } = this.#options;
    while (!this.#isStopped) {
      const victim = prng.chance(endsVictim) ? this.#victims.pop() : undefined;
      if (victim !== undefined) await this.#end(victim);
      else if (this.held.size < most && prng.chance(0.6)) await this.#claim();
      else await this.#release();
      await sleep(prng.between(...pauseMs));
    }
  }

  async #claim(): Promise<void> {
    const { transport, rootUuid, wants, prng } = this.#options;
    const consumer = prng.uuid();
    const candidates = await candidatesOn(transport, rootUuid, wants);
    const isClaimed = await claimCandidate(transport, consumer, candidates, prng);
    if (isClaimed) this.held.set(consumer, wants);
    this.counts[isClaimed ? 'claimed' : 'refused'] += 1;
  }

  async #release(): Promise<void> {
    const { transport, prng } = this.#options;
    if (this.held.size === 0) return;
    const consumer = prng.pick([...this.held.keys()]);
    await deleteAllocations(transport, consumer);
    this.held.delete(consumer);
    this.counts.released += 1;
  }

  async #end(victim: string): Promise<void> {
    await deleteAllocations(this.#options.transport, victim);
    this.ended.add(victim);
    this.counts.released += 1;
  }
}
