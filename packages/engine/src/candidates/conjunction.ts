import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import type { ReadonlyStock } from '../stock.ts';
import { isAllowedAmount } from '../inventory.ts';
import type { ClassName } from '../ids.ts';

/** Conditions on one provider, all of which must hold, with the names looked up. */
export interface Conjunction {
  readonly needs: readonly Need[];
  /** It is in every one of these sets. */
  readonly all: readonly Members[];
  /** Of each list, it is in at least one. */
  readonly any: readonly (readonly Members[])[];
  /** It is in none of these. */
  readonly none: readonly Membership[];
}

type Membership = Pick<ReadonlyProviderSet, 'has' | 'words'>;
/** The size may be more than there are, but never less. */
export type Members = Pick<ReadonlyProviderSet, 'has' | 'words' | 'size'>;

/** So much of a class. */
export interface Need {
  readonly resourceClass: ClassName;
  readonly stock: ReadonlyStock;
  /** Each of them is to be had, as an amount that the provider hands out (C2), and all together (C9). */
  readonly amounts: readonly number[];
  readonly sum: number;
}

/** About how many steps it takes to see whether a provider meets it. */
export function stepsOf({ needs, all, any, none }: Conjunction): number {
  let steps = 1 + all.length + none.length;
  for (const { amounts } of needs) steps += amounts.length;
  for (const { length } of any) steps += length;
  return steps;
}

/** Whether both are of the very same sets. */
export function asksTheSame(one: Conjunction, other: Conjunction): boolean {
  return (
    areSame(
      one.needs.map(({ stock }) => stock),
      other.needs.map(({ stock }) => stock),
    ) &&
    areSame(one.all, other.all) &&
    areSame(one.none, other.none) &&
    one.any.length === other.any.length &&
    one.any.every((sets, index) => areSame(sets, other.any[index] as readonly Members[]))
  );
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** What all of them ask for. */
export function allOf(conjunctions: readonly Conjunction[]): Conjunction {
  // Every small search begins with this: loops, since flatMap takes several times as long.
  const [needs, all, any, none]: [Need[], Members[], (readonly Members[])[], Membership[]] = [[], [], [], []];
  let askers = 0;
  for (const conjunction of conjunctions) {
    if (conjunction.needs.length > 0) askers++;
    for (const need of conjunction.needs) needs.push(need);
    for (const sets of conjunction.all) all.push(sets);
    for (const sets of conjunction.any) any.push(sets);
    for (const sets of conjunction.none) none.push(sets);
  }
  return { needs: askers > 1 ? mergedNeeds(needs) : needs, all, any, none };
}

/** One need for each class. */
function mergedNeeds(needs: readonly Need[]): Need[] {
  const byClass = Map.groupBy(needs, ({ resourceClass }) => resourceClass);
  return Array.from(byClass.values(), (of) => {
    const [first] = of as [Need];
    if (of.length === 1) return first;
    const amounts = of.flatMap((need) => need.amounts);
    // Each amount has to be looked at only once.
    return { ...first, amounts: [...new Set(amounts)], sum: of.reduce((sum, need) => sum + need.sum, 0) };
  });
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
export function isInEach(provider: Provider, lists: readonly (readonly Membership[])[]): boolean {
  for (const sets of lists) if (!isInAny(provider, sets)) return false;
  return true;
}

export function isInAny(provider: Provider, sets: readonly Membership[]): boolean {
  for (const set of sets) if (set.has(provider)) return true;
  return false;
}
