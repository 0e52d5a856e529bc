import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { isPortWork, type Order, type PortWork, theService } from '@berth/compute-engine/orders/order.ts';
import type { PortOutcome, ReportPorts } from '@berth/compute-engine/orders/report-ports.ts';
import type { RetrySettings } from '@berth/compute-engine/servers/retry-build.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { attachPorts } from './attach-ports.ts';
import { detachPorts } from './detach-ports.ts';
import { BindingFailed, NetworkRefusal } from './network-errors.ts';
import { Neutron, type NeutronSettings, type TokenBearer } from './neutron.ts';

export interface PortOrders {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: ReportPorts) => Promise<unknown>;
  /** Calls whenever the state has changed. */
  readonly onNews: (tell: () => void) => void;
  readonly leadership: Leadership;
  readonly neutron: NeutronSettings;
  /** Of the service itself. */
  readonly bearer: TokenBearer;
  /** With how many servers something is done at one time. */
  readonly atOnce: number;
  /** How often it is tried to give a server its ports, where the service is away. Giving them back has no end. */
  readonly attempts: number;
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
  readonly retries: RetrySettings;
  readonly now: () => number;
  readonly newId: () => string;
  /** It did not work, and is tried again. */
  readonly onTrouble: (reason: unknown, order: Order) => void;
}

/**
 * Does what is ordered at the network service, as long as this process leads. An order stays in the ledger until what came of it is
 * written, so what a process leaves unfinished the next one does again: nothing of it is harmed by that.
 *
 * Of one server one thing is done at a time, even where its order was taken back meanwhile: what gives ports back never runs beside what
 * makes them.
 */
export class PortOrderRunner {
  readonly #given: PortOrders;
  readonly #busy = new Set<ConsumerId>();
  /** What did not work, and when it may be tried again. */
  readonly #failed = new Map<OrderId, { readonly times: number; readonly dueMs: number }>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(given: PortOrders) {
    this.#given = given;
    const { ended } = given.leadership;
    given.onNews(() => this.#lookSoon());
    // Whoever begins to lead is told by nobody.
    const timer = setInterval(() => this.look(), looksEveryMs).unref();
    ended.addEventListener(
      'abort',
      () => {
        clearInterval(timer);
        clearTimeout(this.#timer);
        clearTimeout(this.#soon);
      },
      { once: true },
    );
    this.look();
  }

  /** Begins with whatever can be begun. */
  look(): void {
    const { cloud, leadership, atOnce } = this.#given;
    if (!leadership.isLeading() || leadership.ended.aborted) return;
    const { orders, servers } = cloud().compute;
    const nowMs = performance.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const order of orders.ready.of(theService)) {
      if (this.#busy.size >= atOnce) break;
      const server = servers.get(order.serverId);
      if (!server || this.#busy.has(server.id) || !isPortWork(order.work)) continue;
      const { dueMs = 0 } = this.#failed.get(order.id) ?? {};
      if (dueMs > nowMs) nextMs = Math.min(nextMs, dueMs);
      else void this.#run(order, order.work, server);
    }
    if (nextMs < Number.POSITIVE_INFINITY) this.#wakeAfter(nextMs - nowMs);
  }

  /** However much is written: those that wait for their time are looked through each time. */
  #lookSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.look();
    }, soonMs).unref();
  }

  #wakeAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), Math.ceil(ms)).unref();
  }

  async #run(order: Order, work: PortWork, server: Server): Promise<void> {
    const { commit, now, newId, leadership, onTrouble, retries } = this.#given;
    this.#busy.add(server.id);
    try {
      const outcome = await this.#outcomeOf(order, work, server);
      if (outcome === null || !leadership.isLeading()) return;
      const newOrderId = newId() as OrderId;
      await commit({
        kind: 'report-ports',
        id: order.id,
        outcome,
        newOrderId,
        settings: retries,
        now: now(),
      });
      this.#failed.delete(order.id);
    } catch (thrown) {
      this.#tryLater(order);
      if (!leadership.ended.aborted && leadership.isLeading()) onTrouble(thrown, order);
    } finally {
      this.#busy.delete(server.id);
      this.look();
    }
  }

  /** Null: it is to be tried again. */
  async #outcomeOf(order: Order, work: PortWork, server: Server): Promise<PortOutcome | null> {
    const { neutron: settings, bearer, leadership, attempts, onTrouble } = this.#given;
    const neutron = new Neutron(settings, bearer, leadership.ended);
    try {
      if (work.kind !== 'detach-ports')
        return {
          kind: 'attached',
          ports: await attachPorts(neutron, asMoved(this.#given.cloud(), server, work)),
        };
      await detachPorts(neutron, server);
      return { kind: 'detached' };
    } catch (thrown) {
      if (leadership.ended.aborted || !leadership.isLeading()) return null;
      const times = this.#tryLater(order);
      onTrouble(thrown, order);
      const isFinal =
        thrown instanceof NetworkRefusal || thrown instanceof BindingFailed || times >= attempts;
      // What is on its way goes on when it has its ports, however long that takes.
      const mayFail = work.kind === 'attach-ports' || work.kind === 'rebind-ports';
      return mayFail && isFinal ? failureOf(server, thrown) : null;
    }
  }

  /** How often it has failed so far. */
  #tryLater({ id }: Order): number {
    const { pauseMs, pauseMaxMs, cloud } = this.#given;
    const times = (this.#failed.get(id)?.times ?? 0) + 1;
    const waitMs = Math.min(pauseMaxMs, pauseMs * 2 ** (times - 1)) * (0.75 + Math.random() / 2);
    this.#forgetGone(cloud().compute.orders);
    this.#failed.set(id, { times, dueMs: performance.now() + waitMs });
    return times;
  }

  /** Orders that were taken back are never tried again. */
  #forgetGone(orders: ComputeCloud['compute']['orders']): void {
    if (this.#failed.size <= 2 * orders.size + 100) return;
    for (const id of this.#failed.keys()) if (!orders.has(id)) this.#failed.delete(id);
  }
}

/** What is evacuated is still where it was when its ports are bound to where it goes. */
function asMoved({ compute }: ComputeCloud, server: Server, work: PortWork): Server {
  if (work.kind !== 'move-ports' || work.next.kind !== 'evacuate') return server;
  const { target = null } = compute.migrations.get(work.next.migrationId) ?? {};
  return target === null ? server : { ...server, place: target };
}

const looksEveryMs = 1_000;
const soonMs = 10;

/** In the words of the original, which tries other hosts in most cases; here it does so where another host may help. */
function failureOf({ id }: Server, thrown: unknown): PortOutcome {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof BindingFailed) return { kind: 'failed', isOfHost: true, message: why, details: why };
  const reason = `Failed to allocate the network(s) with error ${why.replace(/\.$/, '')}, not rescheduling.`;
  const message = `Build of instance ${id} aborted: ${reason}`;
  return { kind: 'failed', isOfHost: false, message, details: message };
}
