import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { ActionId } from '@berth/compute-engine/ids.ts';
import type { Order } from '@berth/compute-engine/orders/order.ts';

/** As many are kept at most. One that finds no room is lost, as it is when the process ends. */
const keptMax = 200_000;

/**
 * Passwords that hosts are to set. No ledger, export or log ever has one: they are in the memory of the process that leads, from when
 * they were asked for until nothing is left to be done of it, and are handed to the host that begins with it. Who begins when the process
 * has ended in between gets none, and says so.
 */
export class OrderSecrets {
  readonly #orders: () => Compute['orders'];
  readonly #byAction = new Map<
    ActionId,
    { readonly serverId: Order['serverId']; readonly password: string }
  >();
  /** At this size it is looked which of them nobody needs any more. */
  #lookAt = 1_000;

  constructor(orders: () => Compute['orders']) {
    this.#orders = orders;
  }

  get size(): number {
    return this.#byAction.size;
  }

  /** To be called in the turn in which the orders of the action were decided. */
  keep({ id, serverId }: Pick<Order, 'serverId'> & { readonly id: ActionId }, password: string): void {
    if (this.#byAction.size >= this.#lookAt) this.#forgetOld();
    if (this.#byAction.size < keptMax) this.#byAction.set(id, { serverId, password });
  }

  /** Null where nobody has asked for one, or it is lost. A build that goes to another host has the same one there. */
  of({ actionId }: Pick<Order, 'actionId'>): string | null {
    return actionId === null ? null : (this.#byAction.get(actionId)?.password ?? null);
  }

  /** Half of what is kept has to be new before it is looked again, so that each is looked at a few times. */
  #forgetOld(): void {
    const orders = this.#orders();
    for (const [actionId, { serverId }] of this.#byAction) {
      const isOpen = orders.ofServer(serverId).some((order) => order.actionId === actionId);
      if (!isOpen) this.#byAction.delete(actionId);
    }
    this.#lookAt = Math.max(1_000, this.#byAction.size * 2);
  }
}
