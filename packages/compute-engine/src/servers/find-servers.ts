import type { ConsumerId } from '@berth/engine/ids.ts';
import { type ChangeWindow, isInWindow, isNarrow, runsInWindow } from '../change-window.ts';
import type { Compute } from '../compute-state.ts';
import { inRuns } from '../in-runs.ts';
import { sortedPage, untilFull } from '../page-of.ts';
import type { Server } from './server.ts';
import { byCreation, type ServerPosition } from './server-order.ts';
import type { ListedServers, ServersInOrder } from './server-lists.ts';

/** Which servers are asked for, and in which order. */
export interface ServerQuery {
  /** Of one project; null: of all. */
  readonly projectId: string | null;
  readonly are: 'live' | 'deleted' | 'live or deleted';
  /** Those that last changed then, both ends included; null: whenever, or never. */
  readonly changed: ChangeWindow | null;
  /** Where only these can be meant. */
  readonly ids: readonly ConsumerId[] | null;
  /** Where only those on a host can be meant. */
  readonly host: string | null;
  /** Whatever else they have to be. */
  readonly isWanted: (server: Server) => boolean;
  /** Null: by creation. No two servers are equal in it. */
  readonly order: ((one: Server, other: Server) => number) | null;
  /** Where the page before has ended: it is behind this one. */
  readonly after: Server | null;
  readonly limit: number;
}

/**
 * The servers that a query asks for, a page of them. It yields now and then, so that a long search can be done in pieces: each server is
 * then seen at a moment of its own.
 *
 * Where candidates come from is chosen so that few are looked at: ids that are named; a host; the window of time, where it has few; else
 * all that are listed, in the order asked for if there is an index of it, so that the search ends with the page.
 */
export function* findServers(
  { servers }: Pick<Compute, 'servers'>,
  query: ServerQuery,
): Generator<void, readonly Server[], void> {
  const { limit, ids, host, are } = query;
  if (limit === 0) return [];
  const lists = servers.listsOf(query.projectId);
  const search = searchOf(query);
  if (ids !== null) return yield* sortedPage(inRuns(namedServers(servers, ids), lookedAtOnce), search);
  if (host !== null && are === 'live')
    return yield* sortedPage(inRuns(servers.onHost(host), lookedAtOnce), search);
  const listed = listsFor(lists, are);
  const { changed } = query;
  if (changed !== null && hasFew(listed, changed, query))
    return yield* sortedPage(inWindow(listed, changed), search);
  if (query.order !== null) return yield* sortedPage(inEitherOrder(listed, null), search);
  return yield* untilFull(inEitherOrder(listed, query.after), search);
}

function listsFor({ live, deleted }: ListedServers, are: ServerQuery['are']): readonly ServersInOrder[] {
  if (are === 'live') return [live];
  return are === 'deleted' ? [deleted] : [live, deleted];
}

function* namedServers(servers: Compute['servers'], ids: readonly ConsumerId[]): Generator<Server> {
  for (const id of new Set(ids)) {
    const server = servers.get(id);
    if (server) yield server;
  }
}

/** In an order of its own, a page is made of all that there are, and those of a window are never more. */
function hasFew(
  listed: readonly ServersInOrder[],
  window: ChangeWindow,
  { limit, order }: ServerQuery,
): boolean {
  if (order !== null) return true;
  const all = listed.reduce((sum, { byCreation: created }) => sum + created.size, 0);
  return isNarrow(
    listed.map(({ byUpdate }) => byUpdate),
    window,
    { limit, all },
  );
}

type Runs = Generator<readonly Server[], void, void>;

function* inWindow(listed: readonly ServersInOrder[], window: ChangeWindow): Runs {
  for (const { byUpdate } of listed) yield* runsInWindow(byUpdate, window, lookedAtOnce);
}

/** By creation, behind one of them. */
function* inEitherOrder(listed: readonly ServersInOrder[], after: Server | null): Runs {
  const isSeen = (each: ServerPosition) => after !== null && byCreation(each, after) <= 0;
  const [first, second] = listed.map(({ byCreation: created }) => created);
  if (first === undefined) return;
  if (second === undefined) yield* first.runs({ isBeforeStart: isSeen, lengthMax: lookedAtOnce });
  else yield* inRuns(merged(first.from(isSeen), second.from(isSeen)), lookedAtOnce);
}

function* merged(first: Generator<Server, void>, second: Generator<Server, void>): Generator<Server> {
  let one = first.next();
  let other = second.next();
  for (;;) {
    if (one.done) {
      if (other.done) return;
      yield other.value;
      other = second.next();
    } else if (other.done || byCreation(one.value, other.value) < 0) {
      yield one.value;
      one = first.next();
    } else {
      yield other.value;
      other = second.next();
    }
  }
}

/** How a page is looked for among candidates. */
function searchOf(query: ServerQuery) {
  const { after, order, limit } = query;
  return {
    isAskedFor: (server: Server) => isAskedFor(server, query),
    limit,
    lookedAtOnce,
    compare: order ?? byCreation,
    after,
  };
}

/** A pattern of a client may take a quarter of a millisecond for each, so that this is some ten of them at most. */
const lookedAtOnce = 50;

function isAskedFor(server: Server, { projectId, are, changed, isWanted }: ServerQuery): boolean {
  if (projectId !== null && server.projectId !== projectId) return false;
  if (are !== 'live or deleted' && (server.deletedAt === null) !== (are === 'live')) return false;
  if (changed !== null && !isInWindow(server, changed)) return false;
  return isWanted(server);
}
