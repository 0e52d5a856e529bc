import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { OrderId } from '../ids.ts';
import { isLeftoverWork } from '../moves/leftover-work.ts';
import { isBeside } from '../moves/live-move-work.ts';
import type { Order } from './order.ts';
import { ReadyOrders } from './ready-orders.ts';

/** All that hosts have to do and have not said the end of: of each server in the order in which it is to be done. */
export class Orders extends Collection<OrderId, Order> {
  readonly #byServer = new Map<ConsumerId, readonly Order[]>();
  readonly #leftovers = new Map<ConsumerId, readonly Order[]>();
  /** Those that can be done now. */
  readonly ready = new ReadyOrders();

  /** By their numbers; without those of hosts where the server is no more. */
  ofServer(id: ConsumerId): readonly Order[] {
    return this.#byServer.get(id) ?? [];
  }

  /** Those that are done one after the other. */
  inLine(id: ConsumerId): readonly Order[] {
    return this.ofServer(id).filter(({ work }) => !isBeside(work));
  }

  /** Those of hosts where the server is no more, which wait for nothing else. */
  leftoversOf(id: ConsumerId): readonly Order[] {
    return this.#leftovers.get(id) ?? [];
  }

  protected override onPut(order: Order): void {
    if (isLeftoverWork(order.work)) {
      this.#leftovers.set(order.serverId, [...this.leftoversOf(order.serverId), order]);
      this.ready.replace(undefined, order);
      return;
    }
    if (isBeside(order.work)) this.ready.replace(undefined, order);
    const others = this.ofServer(order.serverId);
    // Mostly it is the newest.
    const behind = others.findLastIndex(({ number }) => number < order.number) + 1;
    this.#set(order.serverId, others.toSpliced(behind, 0, order));
  }

  protected override onGone(order: Order): void {
    const { id, serverId } = order;
    if (isLeftoverWork(order.work)) {
      const others = this.leftoversOf(serverId).filter((each) => each.id !== id);
      if (others.length === 0) this.#leftovers.delete(serverId);
      else this.#leftovers.set(serverId, others);
      this.ready.replace(order, undefined);
      return;
    }
    if (isBeside(order.work)) this.ready.replace(order, undefined);
    this.#set(
      serverId,
      this.ofServer(serverId).filter((each) => each.id !== id),
    );
  }

  #set(serverId: ConsumerId, orders: readonly Order[]): void {
    this.ready.replace(firstInLine(this.ofServer(serverId)), firstInLine(orders));
    if (orders.length === 0) this.#byServer.delete(serverId);
    else this.#byServer.set(serverId, orders);
  }
}

function firstInLine(orders: readonly Order[]): Order | undefined {
  return orders.find(({ work }) => !isBeside(work));
}
