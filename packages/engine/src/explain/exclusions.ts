import type { ClassName } from '../ids.ts';
import { wholeCapacityOf } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import { usedOf } from '../provider.ts';
import type { Exclusion, ProviderSupply, SumSupply } from './explanation.ts';
import type { TreeFailure } from './failure.ts';
import type { Part } from './parts.ts';
import { freeOf, roomOf } from './room.ts';
import type { AmountRule } from './rule.ts';
import type { Survey } from './survey.ts';

/** What is told about a tree that dropped out: the rule, and by how much. */
export function exclusionOf(survey: Survey, parts: readonly Part[], failure: TreeFailure): Exclusion {
  const { rule, suffix } = survey.stage(failure.stage);
  const { anchor, provider, options } = failure;
  const isAboutAmount = rule.kind === 'inventory' || rule.kind === 'unit' || rule.kind === 'capacity';
  const supply = isAboutAmount && provider ? supplyOf(provider, rule) : null;
  return {
    root: anchor,
    rule,
    suffix,
    provider,
    supply: rule.kind === 'sums' && options ? scarcestOf(parts, options) : supply,
    isolation: rule.kind === 'isolate' && options ? isolationOf(parts, options) : null,
  };
}

function supplyOf(provider: Provider, { resourceClass, amount }: AmountRule): ProviderSupply {
  const inventory = provider.inventories.get(resourceClass);
  return {
    kind: 'provider',
    resourceClass,
    asked: amount,
    has: inventory
      ? {
          free: freeOf(provider, resourceClass, inventory),
          used: usedOf(provider, resourceClass),
          capacity: wholeCapacityOf(inventory),
          minUnit: inventory.minUnit,
          maxUnit: inventory.maxUnit,
          stepSize: inventory.stepSize,
        }
      : null,
  };
}

/** Of the classes that several parts take of, the one there is the least of for what is asked. */
function scarcestOf(parts: readonly Part[], options: readonly (readonly Provider[])[]): SumSupply | null {
  const takers = new Map<ClassName, { asked: number; count: number; providers: Set<Provider> }>();
  for (const [index, { takes }] of parts.entries()) {
    for (const [resourceClass, amount] of takes) {
      const taker = takers.getOrInsertComputed(resourceClass, () => ({
        asked: 0,
        count: 0,
        providers: new Set(),
      }));
      taker.asked += amount;
      taker.count++;
      for (const provider of options[index] ?? []) taker.providers.add(provider);
    }
  }
  const sums = Array.from(takers)
    .filter(([, { count }]) => count > 1)
    .map(([resourceClass, { asked, providers }]): SumSupply => {
      const rooms = Array.from(providers, (provider) => roomOf(provider, resourceClass)?.most ?? 0);
      const free = rooms.reduce((sum, most) => sum + Math.max(0, most), 0);
      return { kind: 'sum', resourceClass, asked, free };
    });
  return sums.sort((a, b) => a.free / a.asked - b.free / b.asked)[0] ?? null;
}

function isolationOf(parts: readonly Part[], options: readonly (readonly Provider[])[]) {
  const granular = [...parts.keys()].filter((index) => parts[index]?.isSpread === false);
  const providers = new Set(granular.flatMap((index) => options[index] ?? []));
  return { groups: granular.length, providers: providers.size };
}
