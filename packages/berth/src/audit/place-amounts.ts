import type { Resources } from '@berth/client/placement/records.ts';
import type { TreeStock } from './tree-stock.ts';

/** What a consumer holds, by provider. */
export type Held = Readonly<Record<string, { readonly resources: Readonly<Resources> }>>;

/** What is to be held, or why nobody can tell where. */
export type Placed =
  | { readonly kind: 'placed'; readonly held: Held }
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * Makes what is held the amounts that are wanted, class by class, and leaves other classes as they are. What is held of a class stays where it
 * is, with another amount; what is not held yet goes to the root, or to the only one below it or sharing with it that has the class.
 */
export function placeAmounts(kept: Held, wanted: Readonly<Resources>, stock: TreeStock): Placed {
  const held = new Map(Object.entries(kept).map(([uuid, { resources }]) => [uuid, { ...resources }]));
  for (const [name, amount] of Object.entries(wanted)) {
    const holders = Array.from(held).filter(([, resources]) => (resources[name] ?? 0) > 0);
    const sum = holders.reduce((total, [, resources]) => total + (resources[name] ?? 0), 0);
    if (sum === amount) continue;
    if (amount === 0) {
      for (const [, resources] of holders) delete resources[name];
      continue;
    }
    if (holders.length > 1) {
      return {
        kind: 'unclear',
        why: `several providers hold ${name}, and one of them is to hold another amount`,
      };
    }
    const [[place] = [null]] = holders;
    const found = place ?? placeFor(name, stock);
    if (typeof found !== 'string') return { kind: 'unclear', why: found.why };
    held.set(found, { ...held.get(found), [name]: amount });
  }
  const left = Array.from(held).filter(([, resources]) => Object.keys(resources).length > 0);
  return {
    kind: 'placed',
    held: Object.fromEntries(left.map(([uuid, resources]) => [uuid, { resources }])),
  };
}

/** The first of the amounts of which the host has all classes; else the first. */
export function choiceFor(
  choices: readonly [Readonly<Resources>, ...Readonly<Resources>[]],
  { providers }: TreeStock,
): Readonly<Resources> {
  const has = (name: string) => providers.some(({ classes }) => classes.has(name));
  return choices.find((each) => Object.keys(each).every(has)) ?? choices[0];
}

function placeFor(name: string, { root, providers }: TreeStock): string | { readonly why: string } {
  const having = providers.filter(({ classes }) => classes.has(name));
  if (having.some(({ uuid }) => uuid === root)) return root;
  for (const place of ['below', 'sharing'] as const) {
    const [first, ...others] = having.filter((each) => each.place === place);
    if (first === undefined) continue;
    if (others.length === 0) return first.uuid;
    return {
      why: `${others.length + 1} providers have ${name}, and nobody can tell which of them is in use`,
    };
  }
  return { why: `no provider of its host has ${name}` };
}
