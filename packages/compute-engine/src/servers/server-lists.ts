import { type Ordered, OrderedIndex, type Runs } from '../ordered-index.ts';
import type { Server } from './server.ts';
import { byCreation, byUpdate, type ServerPosition } from './server-order.ts';
import { UnreadServer, type UnreadServers } from './unread-servers.ts';

/** Servers of one project, or of all. */
export interface ListedServers {
  readonly live: ServersInOrder;
  readonly deleted: ServersInOrder;
}

/** The same servers in both orders; those of which nothing has changed yet are in the first alone. */
export interface ServersInOrder {
  readonly byCreation: Ordered<Server, ServerPosition>;
  readonly byUpdate: Ordered<Server, ServerPosition>;
}

/** Those that live, and those that were deleted, of which some may not be read yet. */
export class ServerLists implements ListedServers {
  readonly live = new ServerList<Server>();
  readonly deleted: ServersInOrder;
  readonly #deleted = new ServerList<Server | UnreadServer>();

  constructor(unread: ReadsServers) {
    const { byCreation: created, byUpdate: updated } = this.#deleted;
    this.deleted = {
      byCreation: new ReadInOrder(created, unread),
      byUpdate: new ReadInOrder(updated, unread),
    };
  }

  get isEmpty(): boolean {
    return this.live.byCreation.size + this.#deleted.byCreation.size === 0;
  }

  put(server: Server): void {
    this.#listOf(server).put(server);
  }

  remove(server: Server): void {
    this.#listOf(server).remove(server);
  }

  putUnread(server: UnreadServer): void {
    this.#deleted.put(server);
  }

  removeUnread(server: UnreadServer): void {
    this.#deleted.remove(server);
  }

  #listOf({ deletedAt }: Server): Pick<ServerList<Server>, 'put' | 'remove'> {
    return deletedAt === null ? this.live : this.#deleted;
  }
}

type ReadsServers = Pick<UnreadServers, 'read'>;

class ServerList<Listed extends ServerPosition> {
  readonly byCreation = new OrderedIndex<Listed>(byCreation);
  readonly byUpdate = new OrderedIndex<Listed>(byUpdate);

  put(server: Listed): void {
    this.byCreation.put(server);
    if (server.updatedAt !== null) this.byUpdate.put(server);
  }

  remove(server: Listed): void {
    this.byCreation.remove(server);
    if (server.updatedAt !== null) this.byUpdate.remove(server);
  }
}

/** Servers in an order, each read when it is come to. */
class ReadInOrder implements Ordered<Server, ServerPosition> {
  readonly #index: OrderedIndex<Server | UnreadServer>;
  readonly #unread: ReadsServers;

  constructor(index: OrderedIndex<Server | UnreadServer>, unread: ReadsServers) {
    this.#index = index;
    this.#unread = unread;
  }

  get size(): number {
    return this.#index.size;
  }

  *from(isBefore?: (place: ServerPosition) => boolean): Generator<Server, void, void> {
    for (const server of this.#index.from(isBefore)) yield this.#read(server);
  }

  *runs(wanted: Runs<ServerPosition>): Generator<readonly Server[], void, void> {
    for (const run of this.#index.runs(wanted)) yield run.map((server) => this.#read(server));
  }

  countBetween(
    isBeforeStart: (place: ServerPosition) => boolean,
    isBeforeEnd: (place: ServerPosition) => boolean,
    max?: number,
  ): number {
    return this.#index.countBetween(isBeforeStart, isBeforeEnd, max);
  }

  #read(server: Server | UnreadServer): Server {
    return server instanceof UnreadServer ? this.#unread.read(server) : server;
  }
}
