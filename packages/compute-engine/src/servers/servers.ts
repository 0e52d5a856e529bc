import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import { TakenAddresses } from '../network/taken-addresses.ts';
import { isBusyWithDisks } from '../scheduler/is-busy-with-disks.ts';
import { SharedValues } from '../shared-values.ts';
import type { StoredThing } from '../stored-thing.ts';
import { NodeUsages } from './node-usage.ts';
import type { Server } from './server.ts';
import { type ListedServers, ServerLists } from './server-lists.ts';
import { ServerUsages } from './server-usage.ts';
import { UnreadServers } from './unread-servers.ts';

/**
 * All servers, those that were deleted too: in the orders in which they are listed, of all projects and of each. So a page, or what
 * changed in a window of time, is found without looking at the fleet.
 */
export class Servers extends Collection<ConsumerId, Server> {
  readonly #shared = new SharedValues();
  readonly #unread = new UnreadServers(this.#shared, (server) => this.kept(server));
  readonly #all = new ServerLists(this.#unread);
  readonly #none: ListedServers = new ServerLists(this.#unread);
  readonly #byProject = new Map<string, ServerLists>();
  readonly #byHost = new Map<string, Set<Server>>();
  readonly #diskWork = new Map<string, number>();
  readonly #restorable = new Set<Server>();
  readonly #shelved = new Set<Server>();
  readonly usages = new ServerUsages();
  readonly nodeUsages = new NodeUsages();
  readonly addresses = new TakenAddresses();

  /** Of one project; null: of all. */
  listsOf(projectId: string | null): ListedServers {
    return projectId === null ? this.#all : (this.#byProject.get(projectId) ?? this.#none);
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

  override get size(): number {
    return super.size + this.#unread.size;
  }

  override get(id: ConsumerId): Server | undefined {
    const server = super.get(id);
    if (server) return server;
    const unread = this.#unread.get(id);
    return unread && this.#unread.read(unread);
  }

  override has(id: ConsumerId): boolean {
    return super.has(id) || this.#unread.get(id) !== undefined;
  }

  override *values(): Generator<Server, undefined, undefined> {
    yield* super.values();
    yield* this.#unread.values();
  }

  override put(server: Server): Server | undefined {
    const unread = this.#takeUnread(server.id);
    return super.put(server) ?? unread;
  }

  override putStored(stored: StoredThing): boolean {
    const server = this.#unread.put(stored);
    if (server === null) return false;
    this.#all.putUnread(server);
    this.#listsOf(server.projectId).putUnread(server);
    return true;
  }

  override remove(id: ConsumerId): Server {
    return this.#takeUnread(id) ?? super.remove(id);
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
    this.#listsOf(server.projectId).put(server);
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
    const ofProject = this.#listsOf(projectId);
    ofProject.remove(server);
    if (ofProject.isEmpty) this.#byProject.delete(projectId);
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

  #listsOf(projectId: string): ServerLists {
    return this.#byProject.getOrInsertComputed(projectId, () => new ServerLists(this.#unread));
  }

  /** It is nowhere any more. */
  #takeUnread(id: ConsumerId): Server | undefined {
    const unread = this.#unread.get(id);
    if (unread === undefined) return undefined;
    const server = this.#unread.read(unread);
    this.#unread.remove(unread);
    this.#all.removeUnread(unread);
    const ofProject = this.#listsOf(unread.projectId);
    ofProject.removeUnread(unread);
    if (ofProject.isEmpty) this.#byProject.delete(unread.projectId);
    return server;
  }
}

function hostOf({ deletedAt, place }: Server): string | null {
  return deletedAt === null && place !== null ? place.host : null;
}
