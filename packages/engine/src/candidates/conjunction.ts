import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import type { ReadonlyStock } from '../stock.ts';
import { isAllowedAmount } from '../inventory.ts';
import type { ClassName } from '../ids.ts';

/** Conditions on one provider, all of which must hold, with the names looked up. */
export interface Conjunction {
  readonly needs: readonly Need[];
  /** It is in every one of these sets. */
  readonly all: readonly ReadonlyProviderSet[];
  /** Of each list, it is in at least one. */
  readonly any: readonly (readonly ReadonlyProviderSet[])[];
  /** It is in none of these. */
  readonly none: readonly Membership[];
}

type Membership = Pick<ReadonlyProviderSet, 'has' | 'words'>;

/** So much of a class. */
export interface Need {
  readonly resourceClass: ClassName;
  readonly stock: ReadonlyStock;
  /** Each of them is to be had, as an amount that the provider hands out (C2), and all together (C9). */
  readonly amounts: readonly number[];
  readonly sum: number;
}

/** What all of them ask for. */
export function allOf(conjunctions: readonly Conjunction[]): Conjunction {
  return {
    needs: mergedNeeds(conjunctions.flatMap(({ needs }) => needs)),
    all: conjunctions.flatMap(({ all }) => all),
    any: conjunctions.flatMap(({ any }) => any),
    none: conjunctions.flatMap(({ none }) => none),
  };
}

/** One need for each class. */
function mergedNeeds(needs: readonly Need[]): Need[] {
  const merged: Need[] = [];
  for (const need of needs) {
    const at = merged.findIndex(({ resourceClass }) => resourceClass === need.resourceClass);
    const before = merged[at];
    if (!before) merged.push(need);
    else {
      const amounts = [...before.amounts, ...need.amounts];
      merged[at] = { ...before, amounts, sum: before.sum + need.sum };
    }
  }
  return merged;
}

export function meets(provider: Provider, { needs, all, any, none }: Conjunction): boolean {
  for (const need of needs) if (!hasRoom(provider, need)) return false;
  for (const set of all) if (!set.has(provider)) return false;
  return isInEach(provider, any) && !isInAny(provider, none);
}

export function hasRoom(provider: Provider, { resourceClass, stock, amounts, sum }: Need): boolean {
  if (stock.leftAt(provider) < sum) return false;
  return !stock.choosy.has(provider) || handsOut(provider, resourceClass, amounts);
}

/** Whether each of the amounts is one that the provider hands out. */
export function handsOut(
  { inventories }: Provider,
  resourceClass: ClassName,
  amounts: readonly number[],
): boolean {
  const inventory = inventories.get(resourceClass);
  return inventory !== undefined && amounts.every((amount) => isAllowedAmount(inventory, amount));
}

/** Of each list, the provider is in at least one. */
export function isInEach(provider: Provider, lists: readonly (readonly ReadonlyProviderSet[])[]): boolean {
  for (const sets of lists) if (!isInAny(provider, sets)) return false;
  return true;
}

export function isInAny(provider: Provider, sets: readonly Membership[]): boolean {
  for (const set of sets) if (set.has(provider)) return true;
  return false;
}
