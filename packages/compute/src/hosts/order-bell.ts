import type { ReadyOrders } from '@berth/compute-engine/orders/ready-orders.ts';

/** Why a wait is over: there may be something to do, the time is up, the same host waits anew, or nobody wants to know any more. */
export type WaitEnd = 'rung' | 'time' | 'anew' | 'unwanted';

/**
 * Hosts that wait for something to do. Each is woken by what has become ready for itself, and by nothing else: whatever is committed,
 * nobody looks at hosts that it is not for.
 *
 * A wait has a timer of its own. Node keeps those of one length in one list, so that ten thousand of them cost as much as their own
 * beginnings and ends.
 */
export class OrderBell {
  readonly #ready: () => Pick<ReadyOrders, 'position' | 'hostsSince'>;
  readonly #max: number;
  readonly #waiting = new Map<string, (end: WaitEnd) => void>();
  /** The state that the position is of: after it was loaded again, it is another one. */
  #known: Pick<ReadyOrders, 'position' | 'hostsSince'>;
  #position: number;

  /** `ready` are the orders of the newest state, and `onNews` calls after each change of it. No more than `max` wait. */
  constructor(
    ready: () => Pick<ReadyOrders, 'position' | 'hostsSince'>,
    onNews: (tell: () => void) => void,
    max: number,
  ) {
    this.#ready = ready;
    this.#max = max;
    this.#known = ready();
    this.#position = this.#known.position;
    onNews(() => this.#ringNew());
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether there is room for one more. */
  hasRoomFor(host: string): boolean {
    return this.#waiting.size < this.#max || this.#waiting.has(host);
  }

  /** To be called in the turn in which it was found that there is nothing to do: what comes after it rings. */
  wait(host: string, ms: number, unwanted: AbortSignal): Promise<WaitEnd> {
    // A host has one agent, and that asks for one thing at a time.
    this.#waiting.get(host)?.('anew');
    if (unwanted.aborted) return Promise.resolve('unwanted');
    return new Promise((resolve) => {
      const end = (reason: WaitEnd): void => {
        clearTimeout(timer);
        unwanted.removeEventListener('abort', leave);
        if (this.#waiting.get(host) === end) this.#waiting.delete(host);
        resolve(reason);
      };
      const leave = () => end('unwanted');
      const timer = setTimeout(() => end('time'), ms);
      unwanted.addEventListener('abort', leave);
      this.#waiting.set(host, end);
    });
  }

  /** Somebody wants something of a host that is no order. One that waits elsewhere hears of it with its next request. */
  ring(host: string): void {
    this.#waiting.get(host)?.('rung');
  }

  #ringNew(): void {
    const ready = this.#ready();
    const hosts = ready === this.#known ? ready.hostsSince(this.#position) : null;
    this.#known = ready;
    this.#position = ready.position;
    for (const host of hosts ?? [...this.#waiting.keys()]) this.#waiting.get(host)?.('rung');
  }
}
