import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import type { ProviderTree } from '../provider-tree.ts';
import { ensureProvider } from './ensure-provider.ts';
import {
  InventoryInUse,
  PlacementAPIConflict,
  ReportError,
  ResourceProviderCreationFailed,
  ResourceProviderSyncFailed,
  ResourceProviderUpdateConflict,
} from './errors.ts';
import type { ProviderCache } from './provider-cache.ts';
import type { ReportParts } from './report-parts.ts';
import { reshape } from './reshape.ts';

export interface TreeUpdate {
  readonly next: ProviderTree;
  /** The providers that the tree had before it was edited, parents first: those that it has no longer are deleted. */
  readonly before: ReadonlySet<string>;
  /** What consumers are to hold, where inventory moves; else null. */
  readonly allocations: AllocationsByConsumer | null;
}

/**
 * Makes Placement have what `next` has, in an order in which it can be broken off at any request: whoever reads what is there then and
 * does the same again comes to the same end. Providers are made before anything is moved to them, emptied before they are deleted, and
 * what they have is compared with what is there, whoever has brought it there. A provider keeps the name and the parent that Placement
 * has for it.
 */
export async function updateTree(
  parts: ReportParts,
  { next, before, allocations }: TreeUpdate,
): Promise<void> {
  const { cache, writer } = parts;
  const wanted = next.getProviderUuids();
  for (const uuid of wanted) {
    await guarded(parts, next, uuid, () => ensureWanted(parts, next, uuid));
  }
  for (const uuid of wanted) {
    await guarded(parts, next, uuid, async () => refuseOldPicture(cache, next, uuid));
  }

  const isWanted = new Set(wanted);
  const removed = [...before].filter((uuid) => !isWanted.has(uuid) && cache.tree.exists(uuid));
  if (allocations !== null) await move(parts, next, removed, allocations);

  for (const uuid of removed.toReversed()) {
    await guarded(parts, next, uuid, () => writer.delete(uuid));
  }

  for (const uuid of wanted.toReversed()) {
    const { inventory, aggregates, traits } = next.data(uuid);
    await guarded(parts, next, uuid, async () => {
      await writer.setInventory(uuid, inventory);
      await writer.setAggregates(uuid, aggregates);
      await writer.setTraits(uuid, traits);
    });
    adoptGeneration(cache, next, uuid);
  }
}

/** One that Placement has told of is not made again: whoever has deleted it since has had a reason. */
async function ensureWanted(parts: ReportParts, next: ProviderTree, uuid: string): Promise<void> {
  const { name, parentUuid, generation } = next.data(uuid);
  if (generation === null && !parts.cache.tree.exists(uuid)) {
    await ensureProvider(parts, { uuid, name, parentUuid });
  }
}

/** What others have written since the tree was handed out must not be overwritten, even where we have read it in the meantime. */
function refuseOldPicture(cache: ProviderCache, next: ProviderTree, uuid: string): void {
  const { generation } = next.data(uuid);
  const isThere = cache.tree.exists(uuid);
  if (isThere && generation === null) return adoptGeneration(cache, next, uuid);
  if (isThere && generation === cache.tree.data(uuid).generation) return;
  throw new ResourceProviderUpdateConflict(uuid, generation);
}

async function move(
  parts: ReportParts,
  next: ProviderTree,
  removed: readonly string[],
  allocations: AllocationsByConsumer,
): Promise<void> {
  const { transport, cache, reader, writer } = parts;
  let roots: string[];
  try {
    roots = await reshape(transport, writer, { current: cache.tree, next, removed, allocations });
  } catch (error) {
    // Nothing is known any more: it may have been done after all, and consumers anywhere can be part of it.
    cache.clear();
    throw error;
  }
  // It has counted up the generations of all that were part of it.
  for (const root of roots) {
    const uuids = next.getProviderUuids(root);
    await guarded(parts, next, root, async () => {
      for (const [uuid, { inventories, generation }] of await reader.inventories(root, uuids)) {
        cache.tree.updateInventory(uuid, inventories, generation);
        adoptGeneration(cache, next, uuid);
      }
    });
  }
}

function adoptGeneration(cache: ProviderCache, next: ProviderTree, uuid: string): void {
  const { generation } = cache.tree.data(uuid);
  if (generation !== null) next.updateGeneration(uuid, generation);
}

/** After whatever goes wrong with a provider, its tree is read again before anything rests on it. */
async function guarded(
  { cache }: ReportParts,
  next: ProviderTree,
  uuid: string,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    cache.forgetTree(uuid);
    if (next.exists(uuid)) for (const each of next.getProviderUuidsInTree(uuid)) cache.forgetTree(each);
    const isTold =
      error instanceof PlacementAPIConflict ||
      error instanceof InventoryInUse ||
      error instanceof ResourceProviderCreationFailed;
    throw error instanceof ReportError && !isTold ? new ResourceProviderSyncFailed(uuid, error) : error;
  }
}
