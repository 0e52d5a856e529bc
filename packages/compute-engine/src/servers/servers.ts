import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import { TakenAddresses } from '../network/taken-addresses.ts';
import { type Ordered, OrderedIndex } from '../ordered-index.ts';
import { isBusyWithDisks } from '../scheduler/is-busy-with-disks.ts';
import { SharedValues } from '../shared-values.ts';
import { NodeUsages } from './node-usage.ts';
import type { Server } from './server.ts';
import { byCreation, byUpdate } from './server-order.ts';
import { ServerUsages } from './server-usage.ts';

/**
 * All servers, those that were deleted too: in the orders in which they are listed, of all projects and of each. So a page, or what
 * changed in a window of time, is found without looking at the fleet.
 */
export class Servers extends Collection<ConsumerId, Server> {
  readonly #all = new ServerLists();
  readonly #byProject = new Map<string, ServerLists>();
  readonly #byHost = new Map<string, Set<Server>>();
  readonly #shared = new SharedValues();
  readonly #diskWork = new Map<string, number>();
  readonly #restorable = new Set<Server>();
  readonly #shelved = new Set<Server>();
  readonly usages = new ServerUsages();
  readonly nodeUsages = new NodeUsages();
  readonly addresses = new TakenAddresses();

  /** Of one project; null: of all. */
  listsOf(projectId: string | null): ListedServers {
    return projectId === null ? this.#all : (this.#byProject.get(projectId) ?? noServers);
  }

  /** Those that live there, or are on their way there. */
  onHost(host: string): Iterable<Server> {
    return this.#byHost.get(host) ?? [];
  }

  countOnHost(host: string): number {
    return this.#byHost.get(host)?.size ?? 0;
  }

  /** Those that were deleted, and can be restored. */
  get restorable(): ReadonlySet<Server> {
    return this.#restorable;
  }

  /** Those that are shelved, and still on their hosts. */
  get shelved(): ReadonlySet<Server> {
    return this.#shelved;
  }

  /** How many of them, host by host, are being built or have their disks worked on; hosts with none are not in it. */
  get diskWork(): ReadonlyMap<string, number> {
    return this.#diskWork;
  }

  protected override kept(server: Server): Server {
    const shared = this.#shared;
    const flavor = shared.object(server.flavor);
    const image = shared.object(server.image);
    const key = shared.object(server.key);
    const place = shared.object(server.place);
    const isShared =
      flavor === server.flavor && image === server.image && key === server.key && place === server.place;
    if (isShared) return server;
    const metadata =
      Object.keys(server.metadata).length === 0 ? shared.object(server.metadata) : server.metadata;
    return {
      ...server,
      projectId: shared.text(server.projectId),
      userId: shared.text(server.userId),
      flavor,
      image,
      key,
      metadata,
      tags: shared.object(server.tags),
      addresses: server.addresses.map((each) => ({ ...each, network: shared.text(each.network) })),
      place,
    };
  }

  protected override onPut(server: Server): void {
    this.usages.put(server);
    this.nodeUsages.put(server);
    if (server.vmState === 'soft-delete') this.#restorable.add(server);
    if (server.vmState === 'shelved') this.#shelved.add(server);
    this.addresses.put(server);
    this.#all.put(server);
    this.#byProject.getOrInsertComputed(server.projectId, () => new ServerLists()).put(server);
    const host = hostOf(server);
    if (host === null) return;
    this.#byHost.getOrInsertComputed(host, () => new Set()).add(server);
    if (isBusyWithDisks(server)) this.#diskWork.set(host, (this.#diskWork.get(host) ?? 0) + 1);
  }

  protected override onGone(server: Server): void {
    this.usages.remove(server);
    this.nodeUsages.remove(server);
    this.#restorable.delete(server);
    this.#shelved.delete(server);
    this.addresses.remove(server);
    this.#all.remove(server);
    const { projectId } = server;
    const ofProject = this.#byProject.get(projectId);
    ofProject?.remove(server);
    if (ofProject?.isEmpty) this.#byProject.delete(projectId);
    const host = hostOf(server);
    if (host === null) return;
    const there = this.#byHost.get(host);
    there?.delete(server);
    if (there?.size === 0) this.#byHost.delete(host);
    if (!isBusyWithDisks(server)) return;
    const left = (this.#diskWork.get(host) ?? 0) - 1;
    if (left > 0) this.#diskWork.set(host, left);
    else this.#diskWork.delete(host);
  }
}

function hostOf({ deletedAt, place }: Server): string | null {
  return deletedAt === null && place !== null ? place.host : null;
}

/** Servers of one project, or of all. */
export interface ListedServers {
  readonly live: ServersInOrder;
  readonly deleted: ServersInOrder;
}

/** The same servers in both orders; those of which nothing has changed yet are in the first alone. */
export interface ServersInOrder {
  readonly byCreation: Ordered<Server>;
  readonly byUpdate: Ordered<Server>;
}

class ServerLists implements ListedServers {
  readonly live = new ServerList();
  readonly deleted = new ServerList();

  get isEmpty(): boolean {
    return this.live.byCreation.size + this.deleted.byCreation.size === 0;
  }

  put(server: Server): void {
    this.#listOf(server).put(server);
  }

  remove(server: Server): void {
    this.#listOf(server).remove(server);
  }

  #listOf({ deletedAt }: Server): ServerList {
    return deletedAt === null ? this.live : this.deleted;
  }
}

class ServerList implements ServersInOrder {
  readonly byCreation = new OrderedIndex<Server>(byCreation);
  readonly byUpdate = new OrderedIndex<Server>(byUpdate);

  put(server: Server): void {
    this.byCreation.put(server);
    if (server.updatedAt !== null) this.byUpdate.put(server);
  }

  remove(server: Server): void {
    this.byCreation.remove(server);
    if (server.updatedAt !== null) this.byUpdate.remove(server);
  }
}

const noServers = new ServerLists();
