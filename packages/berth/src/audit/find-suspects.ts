import { listServersOnHost, type ServerRecord } from '@berth/client/compute/servers.ts';
import { getAllocations, listHoldingsOf } from '@berth/client/placement/allocations.ts';
import type { ProviderRecord, Resources } from '@berth/client/placement/records.ts';
import type { Progress } from '../moving/progress.ts';
import { forEachOf } from '../moving/source/for-each-of.ts';
import type { AuditedCloud, CloudPicture } from './cloud-picture.ts';
import { ifThere } from './if-there.ts';
import { isBusy } from './judge-consumer.ts';
import { wantedAmounts, wrongAmounts } from './wanted-amounts.ts';

export interface FirstLook {
  /** Consumers that are to be examined, by uuid. */
  readonly suspects: ReadonlySet<string>;
  /** Servers on hosts that were compared with what they hold. */
  readonly servers: number;
  /** Those that hold something, servers or not. */
  readonly consumers: number;
}

export interface Looking {
  /** Whether it is looked whose the allocations of each server are, which takes a request for each. */
  readonly looksAtOwners: boolean;
  readonly concurrency: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Looks at every host once, with as few requests as there are hosts and providers, and tells whom to look at closely. It accuses nobody:
 * what was read of a host is not of one moment. Of all that it reads only what is read of a few hosts at a time is kept, the ids of
 * consumers apart.
 */
export async function findSuspects(
  cloud: AuditedCloud,
  picture: CloudPicture,
  { concurrency, progress, signal, looksAtOwners }: Looking,
): Promise<FirstLook> {
  const suspects = new Set<string>();
  const consumers = new Set<string>();
  const trees = picture.trees();
  // What servers hold of providers that share is added to what they hold of their hosts, so it is read first.
  const shared = new Map<string, Resources>();
  const apart = [...trees.keys()].filter((root) => picture.ownerOf(root).kind !== 'node');
  await forEachOf(apart, concurrency, async (root) => {
    signal.throwIfAborted();
    const isSharing = picture.ownerOf(root).kind === 'sharing';
    for (const [consumer, resources] of await holdingsOf(cloud, trees.get(root) ?? [])) {
      consumers.add(consumer);
      if (isSharing) shared.set(consumer, added(shared.get(consumer), resources));
      else suspects.add(consumer);
    }
  });

  const sharing = new Set(shared.keys());
  let [done, servers] = [0, 0];
  const hosts = Map.groupBy(picture.nodes, ({ host }) => host);
  progress.start('hosts', hosts.size);
  await forEachOf(hosts, concurrency, async ([host, nodes]) => {
    signal.throwIfAborted();
    const holdings = new Map<string, ReadonlyMap<string, Resources>>();
    for (const { uuid, name } of nodes) {
      holdings.set(name, await holdingsOf(cloud, trees.get(uuid) ?? []));
    }
    const found = await listServersOnHost(cloud.compute, host);
    servers += found.length;
    const atHome = new Map(found.map((server) => [server.id, server]));
    for (const server of found) {
      const held = added(shared.get(server.id), holdings.get(server.nodeName ?? '')?.get(server.id) ?? {});
      sharing.delete(server.id);
      if (isSuspicious(server, held)) suspects.add(server.id);
      else if (looksAtOwners && (await isOthers(cloud, server))) suspects.add(server.id);
    }
    for (const [nodeName, ofNode] of holdings) {
      for (const consumer of ofNode.keys()) {
        consumers.add(consumer);
        if (atHome.get(consumer)?.nodeName !== nodeName) suspects.add(consumer);
      }
    }
    progress.at((done += 1));
  });
  progress.end(done);
  return { suspects: suspects.union(sharing), servers, consumers: consumers.size };
}

function isSuspicious(server: ServerRecord, held: Readonly<Resources>): boolean {
  return !isBusy(server, []) && wrongAmounts(held, wantedAmounts(server)).length > 0;
}

/** Lists of who holds what of a provider do not tell that. */
async function isOthers(
  { placement }: AuditedCloud,
  { id, projectId, userId }: ServerRecord,
): Promise<boolean> {
  const held = await getAllocations(placement, id);
  return held !== null && (held.projectId !== projectId || held.userId !== userId);
}

const none: ReadonlyMap<string, Resources> = new Map();

/** What consumers hold of a tree, of all its providers together. */
async function holdingsOf(
  { placement }: AuditedCloud,
  providers: readonly ProviderRecord[],
): Promise<ReadonlyMap<string, Resources>> {
  const sums = new Map<string, Resources>();
  for (const { uuid } of providers) {
    for (const [consumer, resources] of await ifThere(listHoldingsOf(placement, uuid), none)) {
      sums.set(consumer, added(sums.get(consumer), resources));
    }
  }
  return sums;
}

function added(sum: Readonly<Resources> | undefined, more: Readonly<Resources>): Resources {
  const result: Resources = { ...sum };
  for (const [name, amount] of Object.entries(more)) result[name] = (result[name] ?? 0) + amount;
  return result;
}
