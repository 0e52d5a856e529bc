import type { Inventories, Inventory } from '@berth/client/placement/records.ts';
import type { AskedInventory } from '../cloud-file.ts';

/** What Placement takes where nothing is said. */
const usual = {
  reserved: 0,
  minUnit: 1,
  maxUnit: 2 ** 31 - 1,
  stepSize: 1,
  allocationRatio: 1,
} as const satisfies Omit<Required<Inventory>, 'total'>;

/** The inventories of a provider as a file wants them. A field that is not said stays as it is; classes that are not said are gone. */
export function inventoriesAfter(asked: readonly AskedInventory[], before: Inventories): Inventories {
  return Object.fromEntries(
    asked.map(({ name, fields }) => [name, { ...usual, ...before[name], ...fields }]),
  );
}

export function areSameInventories(a: Inventories, b: Inventories): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const [one, other] = [a[name], b[name]];
    return one !== undefined && other !== undefined && changedFields(one, other).length === 0;
  });
}

/** Those of which the second has another value. */
export function changedFields(before: Inventory, after: Inventory): readonly (keyof Inventory)[] {
  const fields = Object.keys({ total: 0, ...usual }) as (keyof Inventory)[];
  return fields.filter((field) => !areSameNumbers(before[field], after[field]));
}

/** Databases of some services keep fractions in single precision: 1.1 comes back as another number. */
export function areSameNumbers(a: number | undefined, b: number | undefined): boolean {
  return (
    a === b ||
    (a !== undefined && b !== undefined && Math.fround(a) === Math.fround(b) && !Number.isInteger(a))
  );
}
