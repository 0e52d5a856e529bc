import type { ClassName } from '../ids.ts';
import { wholeCapacityOf } from '../inventory.ts';
import { type Provider, usedOf } from '../provider.ts';
import type { Lack, ProviderSupply, SumSupply } from './explanation.ts';
import type { Part } from './parts.ts';
import { freeOf, roomOf } from './room.ts';
import type { Rule } from './rule.ts';

type Options = readonly (readonly Provider[])[];

/** What a provider has of the class that a rule is about; null where it is not about an amount. */
export function supplyOf(provider: Provider, rule: Rule): ProviderSupply | null {
  if (rule.kind !== 'inventory' && rule.kind !== 'unit' && rule.kind !== 'capacity') return null;
  const { resourceClass, amount } = rule;
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

/** What is missing where each part could be served, and not all of them together. */
export function lackTogether(rule: Rule, parts: readonly Part[], options: Options | null): Lack {
  return {
    rule,
    suffix: null,
    provider: null,
    supply: rule.kind === 'sums' && options ? scarcestOf(parts, options) : null,
    isolation: rule.kind === 'isolate' && options ? isolationOf(parts, options) : null,
    elsewhere: null,
  };
}

/** Of the classes that several parts take of, the one there is the least of for what is asked. */
function scarcestOf(parts: readonly Part[], options: Options): SumSupply | null {
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

function isolationOf(parts: readonly Part[], options: Options) {
  const granular = [...parts.keys()].filter((index) => parts[index]?.isSpread === false);
  const providers = new Set(granular.flatMap((index) => options[index] ?? []));
  return { groups: granular.length, providers: providers.size };
}
