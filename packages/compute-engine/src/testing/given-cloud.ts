import { apply } from '@berth/engine/apply.ts';
import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { type Provider, usedOf } from '@berth/engine/provider.ts';
import { given } from '@berth/engine/testing/given.ts';
import { longAgo } from '@berth/engine/testing/instants.ts';
import { aggregateId, consumerId, id, named, traitName } from '@berth/engine/testing/names.ts';
import type { WorldState } from '@berth/engine/world.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import type { ComputeService } from '../hosts/compute-service.ts';
import type { HostAggregate } from '../host-aggregates/host-aggregate.ts';
import type { FlavorId, GroupId, ServiceId } from '../ids.ts';
import { type FreeLook, freeAmountsOf } from '../scheduler/candidates/free-amounts.ts';
import type { PlaceHints, PlaceRequest } from '../scheduler/place-request.ts';
import { isBusyWithDisks } from '../scheduler/is-busy-with-disks.ts';
import { type Scheduling, schedule } from '../scheduler/schedule.ts';
import type { GroupView, SchedulerView } from '../scheduler/scheduler-view.ts';
import { defaultSchedulerSettings, type SchedulerSettings } from '../scheduler/settings.ts';
import type { Server, ServerFlavor } from '../servers/server.ts';

type Settings = Partial<SchedulerSettings>;

export interface AskedServer {
  readonly flavor?: Partial<ServerFlavor>;
  readonly image?: Readonly<Record<string, string>>;
  readonly diskFormat?: string;
  readonly hints?: Partial<PlaceHints>;
  readonly request?: Partial<PlaceRequest>;
}

/**
 * A cloud for the scheduler to look at. Every root is a node of the host of its name, whose aggregates are those of Placement; servers
 * that are placed stay. See `given` for how worlds are written.
 */
export class GivenCloud implements SchedulerView {
  readonly placement: WorldState;
  readonly #nodes = new Map<ProviderId, ComputeNode>();
  readonly #nodesByHost = new Map<string, ComputeNode[]>();
  readonly #services = new Map<string, ComputeService>();
  readonly #aggregates = new Map<string, HostAggregate>();
  readonly #aggregatesByHost = new Map<string, HostAggregate[]>();
  readonly #servers = new Map<ConsumerId, Server>();
  readonly #serversByHost = new Map<string, Server[]>();
  readonly #groups = new Map<GroupId, Omit<GroupView, 'members'>>();
  readonly #members = new Map<GroupId, Server[]>();
  readonly diskWork = new Map<string, number>();
  readonly buildFailures = new Map<string, number>();
  hostsRevision = 0;

  constructor(text: string) {
    this.placement = given(`traits: COMPUTE_STATUS_DISABLED\n${text}`);
    for (const { id: nodeId, name } of this.placement.roots) {
      const number = this.#nodes.size + 1;
      this.#putNode(nodeOf(nodeId, name, number));
      this.#services.set(name, serviceOf(name, number));
    }
  }

  get free(): FreeLook {
    return freeAmountsOf(this.placement);
  }

  usedOf(provider: Provider, resourceClass: ClassName): number {
    return usedOf(provider, resourceClass);
  }

  node(root: ProviderId): ComputeNode | undefined {
    return this.#nodes.get(root);
  }

  nodesOf(host: string): readonly ComputeNode[] {
    return this.#nodesByHost.get(host) ?? [];
  }

  service(host: string): ComputeService | undefined {
    return this.#services.get(host);
  }

  serverCount(host: string): number {
    return this.#serversByHost.get(host)?.length ?? 0;
  }

  server(serverId: ConsumerId): Server | undefined {
    return this.#servers.get(serverId);
  }

  aggregates(): Iterable<HostAggregate> {
    return this.#aggregates.values();
  }

  aggregatesOf(host: string): readonly HostAggregate[] {
    return this.#aggregatesByHost.get(host) ?? [];
  }

  group(groupId: GroupId): GroupView | undefined {
    const group = this.#groups.get(groupId);
    const members = this.#members.get(groupId) ?? [];
    return group && { ...group, members };
  }

  /** The aggregate of this name; of the providers that are in it in Placement, unless told. */
  withAggregate(
    name: string,
    metadata: Readonly<Record<string, string>>,
    { hosts, ...told }: Partial<Pick<HostAggregate, 'id'>> & { readonly hosts?: readonly string[] } = {},
  ): this {
    const members = this.placement.providersByAggregate.get(aggregateId(name)) ?? [];
    const aggregate: HostAggregate = {
      id: aggregateId(name),
      number: this.#aggregates.size + 1,
      name,
      metadata,
      createdAt: longAgo,
      updatedAt: null,
      ...told,
    };
    this.#aggregates.set(name, aggregate);
    for (const host of hosts ?? Array.from(members, (member) => member.name))
      this.#aggregatesByHost.getOrInsertComputed(host, () => []).push(aggregate);
    return this;
  }

  /** In Placement. */
  intoAggregate(provider: string, aggregate: AggregateId): this {
    const aggregates = [...named(this.placement, provider).aggregates, aggregate];
    apply(this.placement, { kind: 'aggregates-set', id: id(provider), aggregates });
    return this;
  }

  /** Taken out of service, as it is seen in Placement, too. */
  withDisabled(host: string): this {
    const traits = [...named(this.placement, host).traits, traitName('COMPUTE_STATUS_DISABLED')];
    apply(this.placement, { kind: 'traits-set', id: id(host), traits });
    return this.withService(host, { disabled: { reason: null } });
  }

  withNode(name: string, changes: Partial<ComputeNode>): this {
    const node = this.#nodes.get(id(name));
    if (!node) throw new Error(`There is no node ${name}.`);
    this.withoutNode(name);
    this.#putNode({ ...node, ...changes });
    return this;
  }

  withService(host: string, changes: Partial<ComputeService>): this {
    this.#services.set(host, { ...(this.#services.get(host) ?? serviceOf(host, 1)), ...changes });
    this.hostsRevision++;
    return this;
  }

  withoutNode(name: string): this {
    const node = this.#nodes.get(id(name));
    this.#nodes.delete(id(name));
    this.hostsRevision++;
    if (node)
      this.#nodesByHost.set(
        node.host,
        this.nodesOf(node.host).filter((each) => each !== node),
      );
    return this;
  }

  withFailures(host: string, count: number): this {
    this.buildFailures.set(host, count);
    return this;
  }

  withGroup(name: string, policy: GroupView['policy'], serversPerHostMax: number | null = null): this {
    this.#groups.set(groupId(name), { policy, serversPerHostMax });
    return this;
  }

  /** A server that is on a host, whatever it takes there. */
  withServer(name: string, host: string, changes: Partial<Server> = {}): this {
    const place = { host, nodeId: id(host), nodeName: host, zone: 'nova' };
    this.#putServer(serverOf(name, { place, ...changes }));
    return this;
  }

  /** What becomes of servers that are asked for together; those that find a host stay there. */
  schedule(names: readonly string[], asked: AskedServer = {}, settings: Settings = {}): Scheduling {
    const scheduling = this.decisionOn(names, asked, settings)();
    this.carryOut(names, asked, scheduling);
    return scheduling;
  }

  /** The decision alone, with all that it goes by made ready. */
  decisionOn(names: readonly string[], asked: AskedServer, settings: Settings = {}): () => Scheduling {
    const request = requestOf(asked);
    const all = { ...defaultSchedulerSettings, ...settings };
    const ids = names.map(consumerId);
    return () => schedule(this, request, ids, all);
  }

  carryOut(names: readonly string[], asked: AskedServer, scheduling: Scheduling): void {
    if (!scheduling.isPlaced) return;
    const { hints, flavor } = requestOf(asked);
    for (const [index, { id: serverId, place, allocations }] of scheduling.servers.entries()) {
      this.#putServer(serverOf(names[index] as string, { place, groupId: hints.groupId, flavor }));
      this.#hold(serverId, allocations);
    }
  }

  /** The hosts that they go to, or what ended it. */
  hostsFor(names: readonly string[], asked?: AskedServer, settings?: Settings): readonly string[] | string {
    const scheduling = this.schedule(names, asked, settings);
    if (scheduling.isPlaced) return scheduling.servers.map(({ place }) => place.host);
    const { step } = scheduling.decision.ended ?? { step: 'nothing' };
    return step;
  }

  /** The same for one. */
  hostFor(name: string, asked?: AskedServer, settings?: Settings): string {
    const hosts = this.hostsFor([name], asked, settings);
    return typeof hosts === 'string' ? `none: ${hosts}` : (hosts[0] as string);
  }

  #putNode(node: ComputeNode): void {
    this.#nodes.set(node.id, node);
    this.hostsRevision++;
    this.#nodesByHost.getOrInsertComputed(node.host, () => []).push(node);
  }

  #putServer(server: Server): void {
    this.#servers.set(server.id, server);
    if (server.groupId !== null) this.#members.getOrInsertComputed(server.groupId, () => []).push(server);
    if (server.place === null) return;
    const { host } = server.place;
    this.#serversByHost.getOrInsertComputed(host, () => []).push(server);
    if (isBusyWithDisks(server)) this.diskWork.set(host, (this.diskWork.get(host) ?? 0) + 1);
  }

  #hold(serverId: ConsumerId, allocations: readonly AllocationFacts[]): void {
    const times = { createdAt: longAgo, allocatedAt: longAgo };
    const owner = { projectId: 'project', userId: 'user', type: 'INSTANCE', generation: 1 };
    apply(this.placement, {
      kind: 'consumer-set',
      consumer: { id: serverId, ...owner, ...times, allocations },
    });
  }
}

export function groupId(name: string): GroupId {
  return name as GroupId;
}

export function requestOf({ flavor, image, diskFormat, hints, request }: AskedServer): PlaceRequest {
  return {
    projectId: 'project',
    userId: 'user',
    flavor: { ...smallFlavor, ...flavor },
    image: image ? { id: 'image', properties: image, diskFormat: diskFormat ?? 'qcow2' } : null,
    isVolumeBacked: false,
    zone: null,
    forced: null,
    requested: null,
    hints: { groupId: null, sameHosts: [], differentHosts: [], others: {}, ...hints },
    ignoredHosts: [],
    diskFormat: null,
    ...request,
  };
}

export const smallFlavor: ServerFlavor = {
  number: 1,
  id: 'small' as FlavorId,
  name: 'small',
  vcpus: 1,
  memoryMb: 512,
  rootGb: 1,
  ephemeralGb: 0,
  swapMb: 0,
  extraSpecs: {},
};

function nodeOf(nodeId: ProviderId, name: string, number: number): ComputeNode {
  return {
    id: nodeId,
    number,
    host: name,
    name,
    createdAt: longAgo,
    updatedAt: longAgo,
    hypervisor: { type: 'QEMU', version: 7_002_000 },
    address: '192.0.2.1',
    vcpus: 8,
    memoryMb: 8192,
    diskGb: 100,
    cpuInfo: '{"arch": "x86_64", "features": ["avx", "sse4"], "topology": {"cores": 4}}',
    guests: [{ architecture: 'x86_64', hypervisorType: 'kvm', vmMode: 'hvm' }],
  };
}

function serviceOf(host: string, number: number): ComputeService {
  return {
    id: `service of ${host}` as ServiceId,
    number,
    host,
    createdAt: longAgo,
    seenAt: longAgo,
    isUp: true,
    isForcedDown: false,
    disabled: null,
    failedBuilds: 0,
  };
}

function serverOf(name: string, changes: Partial<Server>): Server {
  return {
    id: consumerId(name),
    number: 1,
    name,
    hostname: name,
    description: null,
    projectId: 'project',
    userId: 'user',
    createdAt: longAgo,
    updatedAt: null,
    launchedAt: null,
    terminatedAt: null,
    deletedAt: null,
    flavor: smallFlavor,
    image: null,
    key: null,
    userData: null,
    hasConfigDrive: false,
    metadata: {},
    tags: [],
    trustedCertificates: null,
    accessIpV4: null,
    accessIpV6: null,
    diskConfig: 'MANUAL',
    rootDeviceName: null,
    addresses: [],
    ports: [],
    vmState: 'active',
    taskState: null,
    powerState: 'running',
    progress: 0,
    lock: null,
    fault: null,
    shelved: null,
    place: null,
    pinnedZone: null,
    groupId: null,
    launchIndex: 0,
    reservationId: 'r-1',
    ...changes,
  };
}
