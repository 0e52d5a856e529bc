import type { Change } from '@berth/engine/changes.ts';
import type { Allocations, Inventories, Inventory } from '../../crash/state.ts';

export type Amounts = Readonly<Record<string, number>>;

/** A consumer that holds something; one that holds nothing is not there. */
export interface ConsumerState {
  readonly generation: number;
  readonly tag: string;
  readonly allocations: Allocations;
}

export interface ProviderState {
  readonly generation: number;
  readonly inventories: Inventories;
  /** What is used of it, by class. Whenever that changes, and whenever it changes hands, there is another state. */
  readonly used: Amounts;
}

/** The state at one position. */
export interface Moment {
  consumer(id: string): ConsumerState | null;
  provider(id: string): ProviderState | null;
  /** What each consumer holds of a provider. */
  holders(id: string): Readonly<Record<string, Amounts>>;
}

/**
 * All states there ever were, one after the other: position 0 is the state before the first command, position n that after
 * the nth. Of every object it keeps the versions, each with the position from which on it held.
 */
export class Timeline {
  readonly #consumers = new Map<string, Versions<ConsumerState>>();
  readonly #providers = new Map<string, Versions<ProviderState>>();
  /** Who ever held something of a provider: there may be thousands of them, too many to be kept with every version. */
  readonly #holders = new Map<string, Set<string>>();
  #last = 0;

  /** The position of the newest state. */
  get last(): number {
    return this.#last;
  }

  get providers(): Iterable<string> {
    return this.#providers.keys();
  }

  get consumers(): Iterable<string> {
    return this.#consumers.keys();
  }

  at(position: number): Moment {
    return {
      consumer: (id) => this.#consumers.get(id)?.at(position) ?? null,
      provider: (id) => this.#providers.get(id)?.at(position) ?? null,
      holders: (id) => {
        const holders: Record<string, Amounts> = {};
        for (const consumer of this.#holders.get(id) ?? []) {
          const held = this.#consumers.get(consumer)?.at(position)?.allocations[id];
          if (held) holders[consumer] = held;
        }
        return holders;
      },
    };
  }

  /** The next position after this one at which one of these objects became another; Infinity if none ever did. */
  nextAfter(position: number, ids: readonly string[]): number {
    let next = Number.POSITIVE_INFINITY;
    for (const id of ids) {
      next = Math.min(next, this.#consumers.get(id)?.nextAfter(position) ?? next);
      next = Math.min(next, this.#providers.get(id)?.nextAfter(position) ?? next);
    }
    return next;
  }

  /** The changes of one command make the next position; those of the set-up make position 0. */
  append(changes: readonly Change[], isSetUp = false): void {
    if (!isSetUp) this.#last += 1;
    for (const change of changes) this.#apply(change);
  }

  /** The state of an earlier position is that of the next one. */
  restore(position: number): void {
    this.#last += 1;
    for (const versions of [...this.#consumers.values(), ...this.#providers.values()])
      versions.restore(position, this.#last);
  }

  #apply(change: Change): void {
    switch (change.kind) {
      case 'provider-set': {
        const { id, generation } = change.provider;
        this.#setProvider(id, { generation });
        break;
      }
      case 'provider-touched':
        this.#setProvider(change.id, { generation: change.generation });
        break;
      case 'inventories-set':
        this.#setProvider(change.id, { inventories: wireInventories(change.inventories) });
        break;
      case 'consumer-set': {
        const { id, generation, userId } = change.consumer;
        const allocations = wireAllocations(change.consumer.allocations);
        this.#setConsumer(id, { generation, tag: userId, allocations });
        break;
      }
      case 'consumer-removed':
        this.#setConsumer(change.id, null);
        break;
      default:
        break; // Classes and traits are no part of what is looked at.
    }
  }

  #setProvider(id: string, changed: Partial<ProviderState>): void {
    const versions = getOrMake(this.#providers, id, () => new Versions<ProviderState>());
    const before = versions.newest ?? { generation: 0, inventories: {}, used: {} };
    versions.add(this.#last, { ...before, ...changed });
  }

  #setConsumer(id: string, state: ConsumerState | null): void {
    const versions = getOrMake(this.#consumers, id, () => new Versions<ConsumerState>());
    const before = versions.newest?.allocations ?? {};
    const after = state?.allocations ?? {};
    versions.add(this.#last, state);
    for (const provider of new Set([...Object.keys(before), ...Object.keys(after)])) {
      getOrMake(this.#holders, provider, () => new Set<string>()).add(id);
      const used: Record<string, number> = { ...this.#providers.get(provider)?.newest?.used };
      for (const [name, amount] of Object.entries(before[provider] ?? {}))
        used[name] = (used[name] ?? 0) - amount;
      for (const [name, amount] of Object.entries(after[provider] ?? {}))
        used[name] = (used[name] ?? 0) + amount;
      this.#setProvider(provider, { used });
    }
  }
}

/** What an object was from which position on, oldest first. */
class Versions<State> {
  readonly #positions: number[] = [];
  readonly #states: (State | null)[] = [];

  get newest(): State | null {
    return this.#states.at(-1) ?? null;
  }

  add(position: number, state: State | null): void {
    if (this.#positions.at(-1) === position) {
      this.#states[this.#states.length - 1] = state;
      return;
    }
    this.#positions.push(position);
    this.#states.push(state);
  }

  restore(position: number, at: number): void {
    const state = this.at(position);
    if (state !== this.newest) this.add(at, state);
  }

  at(position: number): State | null {
    return this.#states[this.#countUpTo(position) - 1] ?? null;
  }

  nextAfter(position: number): number | undefined {
    return this.#positions[this.#countUpTo(position)];
  }

  /** How many versions began at this position or before. */
  #countUpTo(position: number): number {
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#positions[middle] as number) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function capacityOf({ total, reserved, allocation_ratio }: Inventory): number {
  return (total - reserved) * allocation_ratio;
}

export function wireInventories(
  facts: Extract<Change, { kind: 'inventories-set' }>['inventories'],
): Inventories {
  return Object.fromEntries(
    facts.map((each) => [
      each.resourceClass,
      {
        total: each.total,
        reserved: each.reserved,
        min_unit: each.minUnit,
        max_unit: each.maxUnit,
        step_size: each.stepSize,
        allocation_ratio: each.allocationRatio,
      },
    ]),
  );
}

export function wireAllocations(
  facts: Extract<Change, { kind: 'consumer-set' }>['consumer']['allocations'],
): Allocations {
  const allocations: Record<string, Record<string, number>> = {};
  for (const { providerId, resourceClass, amount } of facts) {
    (allocations[providerId] ??= {})[resourceClass] = amount;
  }
  return allocations;
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
