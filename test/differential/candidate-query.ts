import type { Prng } from '@berth/testing/prng.ts';
import { anyMinor, minorWith } from './versions.ts';
import { type Inventory, type Provider, type World, capacityOf, isSharing, standardTraits } from './world.ts';

export type CandidateQuery = {
  readonly minor: number;
  readonly parameters: readonly (readonly [key: string, value: string])[];
};

type Group = {
  readonly suffix: string;
  readonly resources: ReadonlyMap<string, number>;
  readonly required: readonly string[];
  readonly memberOf: readonly string[];
  readonly inTree: string | null;
};

/** Whether a feature of 1.`since` may be used: as a rule only where the version has it. */
type Allows = (since: number) => boolean;

/** More candidates than this and the original needs minutes for one answer. */
const candidatesMax = 400;

/**
 * A query for GET /allocation_candidates, drawn from what the world has, so that a good part of the
 * queries find something: a tree is chosen, and most demands are met by some provider of it.
 */
export function candidateQuery(prng: Prng, world: World): CandidateQuery {
  const minor = prng.chance(0.9) ? minorWith(prng, 10) : anyMinor(prng);
  const allows: Allows = (since) => minor >= since || prng.chance(0.02);
  const tree = treeToSearch(prng, world);
  const groups = boundedGroups(prng, world, tree, allows);
  return {
    minor,
    parameters: prng.shuffled([
      ...groups.flatMap(parametersOf),
      ...wideParameters(prng, groups, tree, world, allows),
    ]),
  };
}

function treeToSearch(prng: Prng, world: World): readonly Provider[] {
  const offering = world.providers.filter((provider) => Object.keys(provider.inventories).length > 0);
  const root = prng.pick(offering.length > 0 ? offering : world.providers).root;
  return world.providers.filter((provider) => provider.root === root);
}

function boundedGroups(prng: Prng, world: World, tree: readonly Provider[], allows: Allows): Group[] {
  const groups: Group[] = [];
  const granular = allows(25)
    ? prng.weighted([
        [5, 0],
        [3, 1],
        [4, 2],
        [2, 3],
        [1, 4],
      ])
    : 0;
  if (granular === 0 || prng.chance(0.5)) groups.push(unsuffixedGroup(prng, world, tree, allows));
  for (let number = 1; number <= granular; number += 1) {
    const suffix = allows(33)
      ? prng.pick([`${number}`, `_G${number}`, `-x${number}`, `${number}A`])
      : `${number}`;
    const resourceless = allows(36) && prng.chance(0.12);
    groups.push(suffixedGroup(prng, world, tree, allows, suffix, resourceless));
  }
  while (groups.length > 1 && candidatesExpected(world, groups) > candidatesMax) groups.pop();
  return groups;
}

function unsuffixedGroup(prng: Prng, world: World, tree: readonly Provider[], allows: Allows): Group {
  const aggregates = new Set(tree.flatMap((provider) => provider.aggregates));
  const reachable = world.providers.filter(
    (provider) => isSharing(provider) && provider.aggregates.some((aggregate) => aggregates.has(aggregate)),
  );
  return {
    suffix: '',
    resources: resourcesFrom(prng, world, [...tree, ...reachable], 3),
    required: prng.chance(0.25) && allows(17) ? traitDemands(prng, world, tree, allows) : [],
    memberOf: prng.chance(0.2) && allows(21) ? aggregateDemands(prng, world, tree, allows) : [],
    inTree: prng.chance(0.1) && allows(31) ? providerNamed(prng, world, tree) : null,
  };
}

/** A granular group takes everything from one provider, so its demands are drawn from one. */
function suffixedGroup(
  prng: Prng,
  world: World,
  tree: readonly Provider[],
  allows: Allows,
  suffix: string,
  resourceless: boolean,
): Group {
  const offering = tree.filter((each) => Object.keys(each.inventories).length > 0);
  const provider = prng.pick(resourceless || offering.length === 0 ? tree : offering);
  return {
    suffix,
    resources: resourceless ? new Map() : resourcesFrom(prng, world, [provider], 2),
    required:
      (resourceless || prng.chance(0.22)) && allows(25) ? traitDemands(prng, world, [provider], allows) : [],
    memberOf: prng.chance(0.1) ? aggregateDemands(prng, world, [provider], allows) : [],
    inTree: prng.chance(0.08) && allows(31) ? providerNamed(prng, world, tree) : null,
  };
}

function resourcesFrom(
  prng: Prng,
  world: World,
  providers: readonly Provider[],
  most: number,
): ReadonlyMap<string, number> {
  const offered = providers.flatMap((provider) =>
    Object.entries(provider.inventories).map(([name, inventory]) => ({
      name,
      inventory,
      free: capacityOf(inventory) - usedOf(world, provider.uuid, name),
    })),
  );
  const roomy = offered.filter(
    ({ inventory, free }) => free >= smallest(inventory) && inventory.max_unit >= smallest(inventory),
  );
  const resources = new Map<string, number>();
  for (const { name, inventory, free } of prng.some(prng.chance(0.92) ? roomy : offered, 1, most)) {
    resources.set(name, amountOf(prng, inventory, free));
  }
  if (resources.size === 0) resources.set(prng.pick(['VCPU', 'DISK_GB', ...world.customClasses]), 1);
  return resources;
}

function usedOf(world: World, provider: string, name: string): number {
  return world.consumers.reduce((sum, { allocations }) => sum + (allocations[provider]?.[name] ?? 0), 0);
}

/** The least that can be asked for: a multiple of the step, and no less than the minimum. */
function smallest(inventory: Inventory): number {
  return Math.ceil(inventory.min_unit / inventory.step_size) * inventory.step_size;
}

/** Mostly an amount the inventory can give; sometimes one at or past a limit. */
function amountOf(prng: Prng, inventory: Inventory, free: number): number {
  const amount = prng.weighted([
    [20, smallest(inventory)],
    [4, inventory.step_size * prng.between(1, 3)],
    [1, free],
    [1, free + 1],
    [1, inventory.max_unit],
    [1, inventory.max_unit + 1],
    [2, prng.between(1, 9)],
  ]);
  return Math.max(1, amount);
}

/** Values for one or more `required` parameters. */
function traitDemands(prng: Prng, world: World, providers: readonly Provider[], allows: Allows): string[] {
  const present = providers.flatMap((provider) => provider.traits);
  const any = [...standardTraits, ...world.customTraits];
  const likely = (): string => (present.length > 0 && prng.chance(0.8) ? prng.pick(present) : prng.pick(any));
  const absent = (): string => {
    const choices = any.filter((trait) => !present.includes(trait));
    return prng.chance(0.85) && choices.length > 0 ? prng.pick(choices) : prng.pick(any);
  };
  const single = (): string => {
    const traits = prng.chance(0.75) ? [likely()] : [likely(), likely()];
    if (prng.chance(0.3) && allows(22)) traits.push(`!${absent()}`);
    return (prng.chance(0.2) && allows(22) ? [`!${absent()}`] : traits).join(',');
  };
  const oneOf = (): string => `in:${[likely(), ...prng.some(any, 0, 2)].join(',')}`;
  const values = [prng.chance(0.3) && allows(39) ? oneOf() : single()];
  if (prng.chance(0.2) && allows(39)) values.push(prng.chance(0.5) ? oneOf() : single());
  return values;
}

/** Values for one or more `member_of` parameters. */
export function aggregateDemands(
  prng: Prng,
  world: World,
  providers: readonly Provider[],
  allows: Allows,
): string[] {
  const present = providers.flatMap((provider) => provider.aggregates);
  const likely = (): string =>
    present.length > 0 && prng.chance(0.8)
      ? prng.pick(present)
      : prng.pick([...world.aggregates, prng.uuid()]);
  const value = (): string => {
    const negated = prng.chance(0.2) && allows(32) ? '!' : '';
    const name = negated === '' ? likely() : prng.pick([...world.aggregates, prng.uuid()]);
    return prng.chance(0.3)
      ? `${negated}in:${[name, ...prng.some(world.aggregates, 0, 2)].join(',')}`
      : `${negated}${name}`;
  };
  return prng.chance(0.25) && allows(24) ? [value(), value()] : [value()];
}

function providerNamed(prng: Prng, world: World, tree: readonly Provider[]): string {
  if (prng.chance(0.1)) return prng.uuid();
  return (prng.chance(0.8) ? prng.pick(tree) : prng.pick(world.providers)).uuid;
}

function wideParameters(
  prng: Prng,
  groups: readonly Group[],
  tree: readonly Provider[],
  world: World,
  allows: Allows,
): [string, string][] {
  const parameters: [string, string][] = [];
  const suffixes = groups.map((group) => group.suffix).filter((suffix) => suffix !== '');
  const resourceless = groups.filter((group) => group.resources.size === 0).map((group) => group.suffix);
  if (suffixes.length > 1 ? prng.chance(0.96) : prng.chance(0.1) && allows(25)) {
    parameters.push(['group_policy', prng.pick(['none', 'none', 'isolate'])]);
  }
  if (suffixes.length > 0 && (resourceless.length > 0 || prng.chance(0.25)) && allows(36)) {
    const chosen = prng.chance(0.95)
      ? new Set([...resourceless, ...prng.some(suffixes, 1, 3)])
      : new Set(prng.some(suffixes, 1, 2));
    parameters.push(['same_subtree', [...chosen].join(',')]);
    if (prng.chance(0.15)) parameters.push(['same_subtree', prng.some(suffixes, 1, 2).join(',')]);
  }
  if (prng.chance(0.12) && allows(35)) {
    const root = tree.filter((provider) => provider.parent === null);
    parameters.push(['root_required', traitDemands(prng, world, root, (since) => since < 39)[0] as string]);
  }
  if (prng.chance(0.12) && allows(16)) parameters.push(['limit', String(prng.pick([1, 1, 2, 3, 5, 50]))]);
  return parameters;
}

function parametersOf(group: Group): [string, string][] {
  const parameters: [string, string][] = [];
  if (group.resources.size > 0) {
    parameters.push([
      `resources${group.suffix}`,
      [...group.resources].map(([name, amount]) => `${name}:${amount}`).join(','),
    ]);
  }
  for (const value of group.required) parameters.push([`required${group.suffix}`, value]);
  for (const value of group.memberOf) parameters.push([`member_of${group.suffix}`, value]);
  if (group.inTree !== null) parameters.push([`in_tree${group.suffix}`, group.inTree]);
  return parameters;
}

/** An upper bound: every combination of providers within a tree and all that share. */
function candidatesExpected(world: World, groups: readonly Group[]): number {
  const sharing = world.providers.filter(isSharing);
  const roots = new Set(world.providers.map((provider) => provider.root));
  let expected = 0;
  for (const root of roots) {
    const inTree = world.providers.filter((provider) => provider.root === root);
    const usable = [...new Set([...inTree, ...sharing])];
    const having = (...names: string[]): number =>
      usable.filter((provider) => names.every((name) => name in provider.inventories)).length;
    let product = 1;
    for (const group of groups) {
      const names = [...group.resources.keys()];
      product *= group.suffix === '' ? names.reduce((all, name) => all * having(name), 1) : having(...names);
    }
    expected += product;
  }
  return expected;
}
