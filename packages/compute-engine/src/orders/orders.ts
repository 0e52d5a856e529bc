import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { OrderId } from '../ids.ts';
import type { Order } from './order.ts';
import { ReadyOrders } from './ready-orders.ts';

/** All that hosts have to do and have not said the end of: of each server in the order in which it is to be done. */
export class Orders extends Collection<OrderId, Order> {
  readonly #byServer = new Map<ConsumerId, readonly Order[]>();
  /** Those that can be done now. */
  readonly ready = new ReadyOrders();

  /** By their numbers. */
  ofServer(id: ConsumerId): readonly Order[] {
    return this.#byServer.get(id) ?? [];
  }

  protected override onPut(order: Order): void {
    const others = this.ofServer(order.serverId);
    // Mostly it is the newest.
    const behind = others.findLastIndex(({ number }) => number < order.number) + 1;
    this.#set(order.serverId, others.toSpliced(behind, 0, order));
  }

  protected override onGone({ id, serverId }: Order): void {
    this.#set(
      serverId,
      this.ofServer(serverId).filter((each) => each.id !== id),
    );
  }

  #set(serverId: ConsumerId, orders: readonly Order[]): void {
    this.ready.replace(this.ofServer(serverId)[0], orders[0]);
    if (orders.length === 0) this.#byServer.delete(serverId);
    else this.#byServer.set(serverId, orders);
  }
}
