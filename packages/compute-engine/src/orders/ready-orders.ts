import type { OrderId } from '../ids.ts';
import type { Order } from './order.ts';

/** How many of the last hosts that got something to do are remembered. */
const recentMax = 4_096;

const none: readonly string[] = [];

/**
 * The orders that can be done now, host by host: of each server the first, and those that are done beside. Besides, which hosts have lately got one, so that whoever has
 * many hosts waiting wakes those that are meant and looks at no other.
 *
 * Positions count the orders that have become ready so far, in this state: whoever remembers one is told who came after it.
 */
export class ReadyOrders {
  readonly #byHost = new Map<string, Map<OrderId, Order>>();
  /** The host of the order at position n is at n modulo the length. */
  readonly #recent: string[] = [];
  #position = 0;

  /** In the order in which they became ready. */
  of(host: string): Iterable<Order> {
    return this.#byHost.get(host)?.values() ?? [];
  }

  get position(): number {
    return this.#position;
  }

  /** The hosts of what has become ready after a position, some of them more than once; null where that is not remembered any more. */
  hostsSince(position: number): readonly string[] | null {
    if (position === this.#position) return none;
    const first = this.#position - recentMax;
    if (position < first || position > this.#position) return null;
    return Array.from({ length: this.#position - position }, (_, index) => {
      return this.#recent[(position + index) % recentMax] as string; // They are at most as many as are remembered.
    });
  }

  /** One can be done now instead of another, or besides. */
  replace(before: Order | undefined, after: Order | undefined): void {
    if (before === after) return;
    if (before) this.#remove(before);
    if (after) this.#add(after);
  }

  #add(order: Order): void {
    this.#byHost.getOrInsertComputed(order.host, () => new Map()).set(order.id, order);
    this.#recent[this.#position % recentMax] = order.host;
    this.#position++;
  }

  #remove({ id, host }: Order): void {
    const there = this.#byHost.get(host);
    there?.delete(id);
    if (there?.size === 0) this.#byHost.delete(host);
  }
}
