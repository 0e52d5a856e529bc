import type { Inventory } from '@berth/client/placement/records.ts';
import { isOtherInventory, type ProviderData } from './provider-data.ts';
import type { ProviderTree } from './provider-tree.ts';

/** In what a provider is other than before. */
export interface ProviderDifference {
  readonly kind: 'new' | 'changed' | 'gone';
  readonly uuid: string;
  readonly name: string;
  readonly inventories: readonly InventoryDifference[];
  readonly traits: NamesDifference;
  readonly aggregates: NamesDifference;
}

export interface InventoryDifference {
  readonly resourceClass: string;
  /** Null where there is none. */
  readonly before: Inventory | null;
  readonly after: Inventory | null;
}

export interface NamesDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What has to be written to make one tree of a forest into another: provider by provider, parents first, and those that go last. */
export function treeDifference(
  before: ProviderTree,
  after: ProviderTree,
  rootUuid: string,
): readonly ProviderDifference[] {
  const wanted = after.getProviderUuids(rootUuid);
  const gone = uuidsBelow(before, rootUuid).filter((uuid) => !after.exists(uuid));
  return [...wanted, ...gone.toReversed()].flatMap((uuid) => {
    const difference = providerDifference(dataOf(before, uuid), dataOf(after, uuid));
    return difference === null ? [] : [difference];
  });
}

function providerDifference(
  before: ProviderData | null,
  after: ProviderData | null,
): ProviderDifference | null {
  const shown = after ?? before;
  if (shown === null) return null;
  const difference: ProviderDifference = {
    // Placement does not have it yet where it has told no generation.
    kind: after === null ? 'gone' : before === null || before.generation === null ? 'new' : 'changed',
    uuid: shown.uuid,
    name: shown.name,
    inventories: inventoryDifferences(before?.inventory ?? {}, after?.inventory ?? {}),
    traits: namesDifference(before?.traits, after?.traits),
    aggregates: namesDifference(before?.aggregates, after?.aggregates),
  };
  const { kind, inventories, traits, aggregates } = difference;
  const isSame = [inventories, traits.added, traits.removed, aggregates.added, aggregates.removed].every(
    (list) => list.length === 0,
  );
  return kind === 'changed' && isSame ? null : difference;
}

function inventoryDifferences(
  before: Readonly<Record<string, Inventory>>,
  after: Readonly<Record<string, Inventory>>,
): readonly InventoryDifference[] {
  const classes = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return classes.flatMap((resourceClass) => {
    const was = before[resourceClass] ?? null;
    const is = after[resourceClass] ?? null;
    const isSame = was !== null && is !== null && !isOtherInventory({ any: was }, { any: is });
    return isSame ? [] : [{ resourceClass, before: was, after: is }];
  });
}

function namesDifference(
  before: ReadonlySet<string> = new Set(),
  after: ReadonlySet<string> = new Set(),
): NamesDifference {
  return { added: [...after.difference(before)].sort(), removed: [...before.difference(after)].sort() };
}

function dataOf(tree: ProviderTree, uuid: string): ProviderData | null {
  return tree.exists(uuid) ? tree.data(uuid) : null;
}

function uuidsBelow(tree: ProviderTree, rootUuid: string): string[] {
  return tree.exists(rootUuid) ? tree.getProviderUuids(rootUuid) : [];
}
