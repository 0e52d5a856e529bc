import type { Instant } from '@berth/engine/ids.ts';
import type { Compute } from '../compute-state.ts';
import { OrderedIndex } from '../ordered-index.ts';
import { FirstOf } from '../first-of.ts';
import type { Server } from './server.ts';
import { compareIds } from './server-order.ts';

export interface UseQuery {
  /** Of one project; null: of all. */
  readonly projectId: string | null;
  readonly start: Instant;
  readonly stop: Instant;
  /** Those behind it only. */
  readonly after: Server | null;
  /** Null: all of them. */
  readonly limit: number | null;
}

/**
 * The servers that ran at some time between two, those that are deleted too: project by project, and in each by their ids. It yields now and
 * then, so that a long search can be done in pieces.
 */
export function* serversInUse(
  { servers }: Pick<Compute, 'servers'>,
  query: UseQuery,
): Generator<void, readonly Server[], void> {
  const { projectId, start, stop, after, limit } = query;
  const { live, deleted } = servers.listsOf(projectId);
  const walks = [
    // The newest are first: whoever was made later has not run by then.
    live.byCreation.from(({ createdAt }) => createdAt >= stop),
    // Whoever has ended since has changed since.
    deleted.byUpdate.from(({ updatedAt }) => (updatedAt ?? 0) <= start),
  ];
  const found = limit === null ? new AllOf() : new FirstOf<Server>(limit, byProject);
  let looked = 0;
  for (const walk of walks) {
    for (const server of walk) {
      if (++looked % lookedAtOnce === 0) yield;
      if (ranBetween(server, start, stop) && (after === null || byProject(server, after) > 0))
        found.add(server);
    }
  }
  return found.inOrder();
}

/** To look at one takes less than a microsecond, and to keep it some. */
const lookedAtOnce = 256;

function ranBetween({ launchedAt, terminatedAt }: Server, start: Instant, stop: Instant): boolean {
  return launchedAt !== null && launchedAt < stop && (terminatedAt === null || terminatedAt > start);
}

function byProject(one: Server, other: Server): number {
  if (one.projectId !== other.projectId) return one.projectId < other.projectId ? -1 : 1;
  return compareIds(one, other);
}

/** All of many, put into their order one by one: to sort them at the end would hold everybody up. */
class AllOf {
  readonly #byId = new Map<string, Server>();
  readonly #ordered = new OrderedIndex<Server>(byProject);

  /** One that comes again, since it has been deleted meanwhile, takes the place of what it was. */
  add(server: Server): void {
    const before = this.#byId.get(server.id);
    if (before) this.#ordered.remove(before);
    this.#byId.set(server.id, server);
    this.#ordered.put(server);
  }

  inOrder(): readonly Server[] {
    return [...this.#ordered.from()];
  }
}
