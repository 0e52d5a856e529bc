import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';

/** What the host has said at last. */
export type OrderEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly isUnsupported: boolean };

/** `gone`: it is not to be done any more, whatever became of it; `time`: its host has not come to it. */
export type AwaitedEnd = OrderEnd | { readonly kind: 'gone' } | { readonly kind: 'time' };

/** As many may be waited for at one time. */
const waitingMax = 1_000;

/** Requests that are answered when their order has ended, and is durably so. */
export class OrderEnds {
  readonly #orders: () => Compute['orders'];
  readonly #waiting = new Map<OrderId, { noted: OrderEnd | null; readonly end: (how: AwaitedEnd) => void }>();

  constructor(orders: () => Compute['orders'], onNews: (tell: () => void) => void) {
    this.#orders = orders;
    onNews(() => this.#look());
  }

  get hasRoom(): boolean {
    return this.#waiting.size < waitingMax;
  }

  /** What the host says of an order, when it is decided and not yet durable. */
  note(id: OrderId, end: OrderEnd): void {
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.noted = end;
  }

  /** To be called as soon as the order is durable: of what was told before, nobody remembers more than that it is gone. */
  wait(id: OrderId, ms: number): Promise<AwaitedEnd> {
    if (!this.#orders().has(id)) return Promise.resolve({ kind: 'gone' });
    return new Promise((resolve) => {
      const end = (how: AwaitedEnd): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(how);
      };
      const timer = setTimeout(() => end({ kind: 'time' }), ms).unref();
      this.#waiting.set(id, { noted: null, end });
    });
  }

  #look(): void {
    if (this.#waiting.size === 0) return;
    const orders = this.#orders();
    for (const [id, { noted, end }] of this.#waiting) {
      if (!orders.has(id)) end(noted ?? { kind: 'gone' });
    }
  }
}
