import type { Cast } from './cast.ts';
import { shapedClass } from './cast.ts';
import { type ConsumerState, type Effect, type Inventories, inventory } from './state.ts';

/** All that was acknowledged: what the server must know, whatever happens to its process. */
export class Model {
  readonly consumers = new Map<string, ConsumerState | null>();
  readonly inventories = new Map<string, Inventories>();
  /** The highest generation of each provider that is known to have been reached. */
  readonly #generations = new Map<string, number>();

  constructor(cast: Cast) {
    for (const host of cast.hosts) {
      this.inventories.set(host, { VCPU: inventory(24, 8), MEMORY_MB: inventory(4_096) });
    }
    for (const { consumers, root, child } of cast.parts) {
      for (const consumer of consumers) this.consumers.set(consumer, null);
      this.inventories.set(root, { [shapedClass]: inventory(100) });
      this.inventories.set(child, {});
    }
  }

  acknowledge(effect: Effect): void {
    for (const [consumer, state] of effect.consumers) this.consumers.set(consumer, state);
    for (const [provider, inventories] of effect.inventories) this.inventories.set(provider, inventories);
  }

  generationOf(provider: string): number {
    return this.#generations.get(provider) ?? 0;
  }

  /** Somebody has seen that the provider has got so far. */
  reached(provider: string, generation: number): void {
    this.#generations.set(provider, Math.max(generation, this.generationOf(provider)));
  }

  /** How much of each class is used of a provider, by all that is acknowledged. */
  usageOf(provider: string): Map<string, number> {
    const used = new Map<string, number>();
    for (const state of this.consumers.values()) {
      for (const [name, amount] of Object.entries(state?.allocations[provider] ?? {})) {
        used.set(name, (used.get(name) ?? 0) + amount);
      }
    }
    return used;
  }

  holdersOf(provider: string): string[] {
    return [...this.consumers].filter(([, state]) => state?.allocations[provider]).map(([uuid]) => uuid);
  }
}
