import type { Inventories, Inventory } from '@berth/client/placement/records.ts';

/** One provider of a tree at one moment: whoever has it may edit it, the tree does not change by that. */
export interface ProviderData {
  readonly uuid: string;
  readonly name: string;
  /** Null where Placement has not told one yet. */
  readonly generation: number | null;
  readonly parentUuid: string | null;
  readonly inventory: Record<string, Inventory>;
  readonly traits: Set<string>;
  readonly aggregates: Set<string>;
  readonly resources: Record<string, unknown>;
}

/** What a driver notes about a provider for itself, by resource class. Placement never sees it. It has to be what `structuredClone` can copy. */
export type DriverResources = Readonly<Record<string, unknown>>;

export function copyOfInventories(inventories: Inventories): Record<string, Inventory> {
  return Object.fromEntries(Object.entries(inventories).map(([name, inventory]) => [name, { ...inventory }]));
}

/**
 * Whether Placement would have to be told. What `next` does not say stays as it is: a driver that knows only totals does not reset
 * the ratios that somebody else has set.
 */
export function isOtherInventory(current: Inventories, next: Inventories): boolean {
  const names = Object.keys(next);
  if (names.length !== Object.keys(current).length) return true;
  return names.some((name) => !Object.hasOwn(current, name) || saysMore(next[name], current[name]));
}

function saysMore(next: Inventory | undefined, current: Inventory | undefined): boolean {
  const known = { ...current };
  return Object.entries({ ...next }).some(
    ([member, value]) => value !== undefined && value !== known[member as keyof Inventory],
  );
}
