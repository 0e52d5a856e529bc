import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import { type Ordered, OrderedIndex } from '../ordered-index.ts';
import { SharedValues } from '../shared-values.ts';
import { awaitsSource, isUnderWay, type Migration } from './migration.ts';

/**
 * All migrations in the order in which they are listed: the newest first. They are so as a whole and by each thing that lists are asked for,
 * so that a page is found without looking at those that are not on it.
 */
export class Migrations extends Collection<ConsumerId, Migration> {
  readonly #all = new OrderedIndex<Migration>(newestFirst);
  readonly #byUpdate = new OrderedIndex<Migration>(oldestChangeFirst);
  readonly #byFacet = new Map<string, OrderedIndex<Migration>>();
  readonly #underWay: ByNode = new Map();
  readonly #left: ByNode = new Map();
  readonly #shared = new SharedValues();

  get newest(): Ordered<Migration> {
    return this.#all;
  }

  /** Those of which something has changed, the longest ago first. */
  get byUpdate(): Ordered<Migration> {
    return this.#byUpdate;
  }

  /** Those that have something in common. */
  with(facet: Facet, value: string): Ordered<Migration> {
    return this.#byFacet.get(facetKey(facet, value)) ?? none;
  }

  /** Those that are not over yet, and have the node at either end. */
  underWayAt(nodeId: ProviderId): Iterable<Migration> {
    return this.#underWay.get(nodeId) ?? [];
  }

  /** Those whose source is this node, which still has something of their servers. */
  leftAt(nodeId: ProviderId): Iterable<Migration> {
    return this.#left.get(nodeId) ?? [];
  }

  protected override kept(migration: Migration): Migration {
    const shared = this.#shared;
    return {
      ...migration,
      userId: shared.text(migration.userId),
      projectId: shared.text(migration.projectId),
      source: shared.object(migration.source),
      target: shared.object(migration.target),
      oldFlavor: shared.object(migration.oldFlavor),
      newFlavor: shared.object(migration.newFlavor),
    };
  }

  protected override onPut(migration: Migration): void {
    this.#all.put(migration);
    if (migration.updatedAt !== null) this.#byUpdate.put(migration);
    for (const key of facetKeysOf(migration)) {
      this.#byFacet.getOrInsertComputed(key, () => new OrderedIndex(newestFirst)).put(migration);
    }
    if (awaitsSource(migration)) addAt(this.#left, migration.source.nodeId, migration);
    if (!isUnderWay(migration)) return;
    for (const nodeId of nodesOf(migration)) addAt(this.#underWay, nodeId, migration);
  }

  protected override onGone(migration: Migration): void {
    this.#all.remove(migration);
    if (migration.updatedAt !== null) this.#byUpdate.remove(migration);
    for (const key of facetKeysOf(migration)) {
      const list = this.#byFacet.get(key);
      list?.remove(migration);
      if (list?.size === 0) this.#byFacet.delete(key);
    }
    if (awaitsSource(migration)) removeAt(this.#left, migration.source.nodeId, migration);
    if (!isUnderWay(migration)) return;
    for (const nodeId of nodesOf(migration)) removeAt(this.#underWay, nodeId, migration);
  }
}

/** What each migration says of what lists can be asked for; a host is either end. */
const facets = {
  server: ({ serverId }) => [serverId],
  host: (migration) => [...new Set([migration.source.host, ...targetHosts(migration)])],
  status: ({ status }) => [status],
  type: ({ type }) => [type],
  project: ({ projectId }) => [projectId],
  user: ({ userId }) => [userId],
} as const satisfies Readonly<Record<string, (migration: Migration) => readonly string[]>>;

export type Facet = keyof typeof facets;

export function hasFacet(migration: Migration, facet: Facet, value: string): boolean {
  return (facets[facet](migration) as readonly string[]).includes(value); // It may be any text.
}

/** The host that it goes to, or was asked to. */
function targetHosts({ target, askedHost }: Migration): readonly string[] {
  const host = target?.host ?? askedHost;
  return host === undefined ? [] : [host];
}

function facetKeysOf(migration: Migration): readonly string[] {
  return (Object.keys(facets) as Facet[]).flatMap((facet) =>
    facets[facet](migration).map((value) => facetKey(facet, value)),
  );
}

function facetKey(facet: Facet, value: string): string {
  return `${facet} ${value}`;
}

type ByNode = Map<ProviderId, Set<Migration>>;

function addAt(byNode: ByNode, nodeId: ProviderId, migration: Migration): void {
  byNode.getOrInsertComputed(nodeId, () => new Set()).add(migration);
}

function removeAt(byNode: ByNode, nodeId: ProviderId, migration: Migration): void {
  const there = byNode.get(nodeId);
  there?.delete(migration);
  if (there?.size === 0) byNode.delete(nodeId);
}

function nodesOf({ source, target }: Migration): readonly ProviderId[] {
  return target === null || target.nodeId === source.nodeId
    ? [source.nodeId]
    : [source.nodeId, target.nodeId];
}

/** The order of lists. A migration keeps its place as long as it is there. */
export function newestFirst(one: Migration, other: Migration): number {
  return other.createdAt - one.createdAt || other.number - one.number;
}

function oldestChangeFirst(one: Migration, other: Migration): number {
  return (one.updatedAt ?? 0) - (other.updatedAt ?? 0) || one.number - other.number;
}

const none: Ordered<Migration> = new OrderedIndex<Migration>(newestFirst);
