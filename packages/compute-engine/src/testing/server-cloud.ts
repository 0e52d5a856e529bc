import { apply } from '@berth/engine/apply.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { given } from '@berth/engine/testing/given.ts';
import type { WorldState } from '@berth/engine/world.ts';
import { applyComputeChange } from '../apply.ts';
import { type ComputeChange, isComputeChange } from '../changes.ts';
import { ComputeState } from '../compute-state.ts';
import { contradictionsIn } from '../contradictions-in.ts';
import { type ComputeCommand, decideComputeCommand } from '../decide.ts';
import type { OrderId, ServiceId } from '../ids.ts';
import { isLeftoverWork } from '../moves/leftover-work.ts';
import { isPortWork, type Order } from '../orders/order.ts';
import type { Outcome } from '../orders/outcome.ts';
import type { PortOutcome } from '../orders/report-ports.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import type { AskedWork } from '../servers/act-on-server.ts';
import type { CreateServers } from '../servers/create-servers.ts';
import type { NewServer } from '../servers/new-server.ts';
import type { Server } from '../servers/server.ts';
import type { UnshelveServer } from '../servers/unshelve-server.ts';
import { alice, createRequest, noLimits, serverId } from './some-server-request.ts';

type Change = ComputeChange | PlacementChange;

/**
 * A cloud with hosts: every root of the world is a node of the host of its name (see `given`). Whatever is decided comes true, and after each
 * decision nothing contradicts itself.
 */
export class ServerCloud {
  readonly placement: WorldState;
  readonly compute = new ComputeState();
  #orders = 0;
  #requests = 0;

  constructor(world: string) {
    this.placement = given(`traits: COMPUTE_STATUS_DISABLED\n${world}`);
    this.registerAgain();
  }

  /** All hosts say that they are there, and what they have. */
  registerAgain(): void {
    for (const { id, name } of this.placement.roots) {
      const facts = {
        vcpus: 8,
        memoryMb: 8192,
        diskGb: 100,
        cpuInfo: '{}',
        guests: [],
        address: '127.0.0.1',
      };
      const node = { id, name, hypervisor: { type: 'fake', version: 1 }, ...facts };
      this.decide({ kind: 'register-host', host: name, newServiceId: name as ServiceId, nodes: [node], now });
    }
  }

  decide(command: ComputeCommand): readonly Change[] {
    const changes = decideComputeCommand(this, command);
    for (const change of changes) {
      if (isComputeChange(change)) applyComputeChange(this.compute, change);
      else apply(this.placement, change);
    }
    const [problem] = contradictionsIn(this);
    if (problem !== undefined) throw new Error(`After ${command.kind}: ${problem}`);
    return changes;
  }

  create(
    names: readonly string[],
    change: Partial<Omit<CreateServers, 'asked'>> & { readonly asked?: Partial<NewServer> } = {},
  ): void {
    this.decide(createRequest(names, { by: this.by(), ...change }));
  }

  /** Somebody, with a request of its own. */
  by(change: Partial<typeof alice> = {}) {
    return { ...alice, requestId: `req-${++this.#requests}`, ...change };
  }

  newOrderId(): OrderId {
    return `order ${++this.#orders}` as OrderId;
  }

  act(name: string, work: AskedWork, by = this.by(), configured = noLimits): void {
    const command = { id: serverId(name), work, by, configured, newOrderId: this.newOrderId(), now };
    this.decide({ kind: 'act-on-server', ...command });
  }

  shelve(name: string, { isOffloaded = true, imageId = `image of ${name}`, by = this.by() } = {}): void {
    const command = { id: serverId(name), imageId, isOffloaded, by, newOrderId: this.newOrderId(), now };
    this.decide({ kind: 'shelve-server', ...command });
  }

  unshelve(name: string, asked: Partial<UnshelveServer> = {}): void {
    const settings = { host: null, isImageThere: true, scheduling: defaultSchedulerSettings };
    const command = { id: serverId(name), ...settings, by: this.by(), newOrderId: this.newOrderId(), now };
    this.decide({ kind: 'unshelve-server', ...command, ...asked });
  }

  /** What is to be done at the image service. */
  imageChores(): readonly string[] {
    return Array.from(this.compute.imageChores.values(), ({ id }) => id);
  }

  delete(name: string, { isForGood = true, by = this.by() } = {}): void {
    const [newOrderId, newDropId] = [this.newOrderId(), this.newOrderId()];
    const command = { id: serverId(name), isForGood, by, newOrderId, newDropId, now } as const;
    this.decide({ kind: 'delete-server', ...command });
  }

  /** Says of the next order of a server what became of it. */
  report(name: string, outcome: Outcome, { buildAttemptsMax = 3 } = {}): void {
    const [order] = this.ordersOf(name);
    if (!order) throw new Error(`There is nothing to be done with ${name}.`);
    this.reportOf(order, outcome, { buildAttemptsMax });
  }

  reportOf({ id, host }: Order, outcome: Outcome, { buildAttemptsMax = 3 } = {}): void {
    const settings = { buildAttemptsMax, scheduling: defaultSchedulerSettings };
    const newOrderId = this.newOrderId();
    this.decide({ kind: 'report-order', id, host, outcome, newOrderId, settings, now });
  }

  /** The same of one that is about ports. */
  reportPorts(name: string, outcome: PortOutcome): void {
    const [order] = this.ordersOf(name);
    if (!order) throw new Error(`There is nothing to be done with ${name}.`);
    const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
    const newOrderId = this.newOrderId();
    this.decide({ kind: 'report-ports', id: order.id, outcome, newOrderId, settings, now });
  }

  /** All that is to be done is begun and done. */
  settle(): void {
    for (;;) {
      const [order] = this.compute.orders.values();
      if (!order) return;
      if (isLeftoverWork(order.work)) {
        this.reportOf(order, { kind: 'done' });
        continue;
      }
      if (isPortWork(order.work)) {
        this.reportPorts(order.serverId, portsDone(this, order));
        continue;
      }
      this.report(order.serverId, { kind: 'begun' });
      this.report(order.serverId, { kind: 'done' });
    }
  }

  server(name: string): Server {
    const server = this.compute.servers.get(serverId(name));
    if (!server) throw new Error(`There is no server ${name}.`);
    return server;
  }

  /** What it is, what it is busy with, and what its machine is. */
  stateOf(name: string): string {
    const { vmState, taskState, powerState } = this.server(name);
    return `${vmState} ${taskState ?? '-'} ${powerState}`;
  }

  ordersOf(name: string): readonly Order[] {
    return this.compute.orders.ofServer(serverId(name));
  }

  /** Its actions, newest last: what each is called, whether it failed, and its steps. */
  actionsOf(name: string): readonly string[] {
    return [...this.compute.actions.ofServer(serverId(name))]
      .reverse()
      .map(({ name: action, message, events }) => {
        const steps = events.map((event) => `${event.name}@${event.host}:${event.result ?? '-'}`);
        return [`${action}${message === null ? '' : `(${message})`}`, ...steps].join(' ');
      });
  }

  /** What it holds, in all. */
  held(name: string): Readonly<Record<string, number>> {
    const consumer = this.placement.consumers.get(serverId(name));
    return Object.fromEntries(
      (consumer?.allocations ?? []).map(({ provider, resourceClass, amount }) => [
        `${provider.name} ${resourceClass}`,
        amount,
      ]),
    );
  }
}

/** What the network service would make of an order. */
export function portsDone({ compute }: Pick<ServerCloud, 'compute'>, { work, serverId }: Order): PortOutcome {
  if (work.kind === 'detach-ports') return { kind: 'detached' };
  const ports = (compute.servers.get(serverId)?.ports ?? []).map(({ id, networkId }, index) => ({
    id: id ?? `port ${index} of ${serverId}`,
    networkId: networkId ?? 'made for the project',
    addresses: [
      { network: 'net', version: 4, address: `10.1.0.${index + 1}`, mac: 'fa:16:3e:00:00:01' },
    ] as const,
  }));
  return { kind: 'attached', ports };
}
