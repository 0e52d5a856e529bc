import type { AllocationsByConsumer, ProviderInventories } from '@berth/client/placement/records.ts';
import { postReshaper, type Reshape } from '@berth/client/placement/reshaper.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { type Transport, Unreachable } from '@berth/client/transport.ts';
import { ReshapeFailed } from '../driver.ts';
import type { ProviderTree } from '../provider-tree.ts';
import { isConcurrentUpdate, PlacementReshapeConflict } from './errors.ts';
import type { ProviderWriter } from './provider-writer.ts';

export interface PlannedReshape {
  /** As Placement has it. */
  readonly current: ProviderTree;
  readonly next: ProviderTree;
  /** Providers that are to go. */
  readonly removed: readonly string[];
  readonly allocations: AllocationsByConsumer;
}

/**
 * Moves inventory and allocations in one step, and says which trees were part of it, by their roots. Whatever goes wrong is fatal to the
 * caller, but for a conflict: then nothing has moved, and it can be planned again.
 */
export async function reshape(
  transport: Transport,
  writer: ProviderWriter,
  planned: PlannedReshape,
): Promise<string[]> {
  const { roots, body } = reshapeOf(planned);
  try {
    const classes = body.inventories.values().flatMap((each) => Object.keys(each.inventories));
    await writer.ensureResourceClasses(classes);
  } catch (error) {
    throw new ReshapeFailed(`${notMoved}: ${messageOf(error)}`, { cause: error });
  }
  try {
    await postReshaper(transport, body);
    return roots;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409 && isConcurrentUpdate(error)) {
      throw new PlacementReshapeConflict(error);
    }
    throw new ReshapeFailed(whatHappened(error), { cause: error });
  }
}

/** What is sent for it, and the roots of the trees that have a part in it. */
export function reshapeOf(planned: PlannedReshape): { readonly roots: string[]; readonly body: Reshape } {
  const roots = reshapedRoots(planned);
  return { roots, body: { inventories: inventoriesOf(roots, planned), allocations: planned.allocations } };
}

const notMoved = 'Inventory and allocations could not be moved';

function whatHappened(error: unknown): string {
  const reason = messageOf(error);
  const isRefused = error instanceof ServiceError && error.status < 500;
  if (error instanceof ServiceError && error.status === 413) {
    return (
      `${notMoved}: ${reason.trimEnd()} Placement takes no more in one request: raise its ` +
      'limit, which for Berth is four times --max-write-items, until the host has started'
    );
  }
  if (isRefused || (error instanceof Unreachable && error.isUnsent)) {
    return `${notMoved}: ${reason}`;
  }
  return `It is not known whether inventory and allocations were moved: ${reason}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The trees in which inventory changes. Others, such as those that share with a host, are left out: what they have does not change, and
 * each claim on them anywhere would be a conflict. Where only allocations move, it is all of them, so that each is still as it was.
 */
function reshapedRoots({ current, next, removed }: PlannedReshape): string[] {
  const isRemoved = new Set(removed);
  const isOther = (uuid: string) =>
    !current.exists(uuid) || current.hasInventoryChanged(uuid, next.data(uuid).inventory);
  const roots = next.getProviderUuids().filter((uuid) => next.data(uuid).parentUuid === null);
  const changing = roots.filter(
    (root) =>
      current.getProviderUuids(root).some((uuid) => isRemoved.has(uuid)) ||
      next.getProviderUuids(root).some(isOther),
  );
  return changing.length > 0 ? changing : roots;
}

function inventoriesOf(
  roots: readonly string[],
  { current, next, removed }: PlannedReshape,
): Map<string, ProviderInventories> {
  const inventories = new Map<string, ProviderInventories>();
  for (const uuid of roots.flatMap((root) => next.getProviderUuids(root))) {
    const { inventory, generation } = next.data(uuid);
    inventories.set(uuid, { inventories: inventory, generation: generation ?? 0 });
  }
  // They are emptied in the same step, so that nobody claims on them before they are deleted.
  for (const uuid of removed) {
    inventories.set(uuid, { inventories: {}, generation: current.data(uuid).generation ?? 0 });
  }
  return inventories;
}
