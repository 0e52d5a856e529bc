import type { Prng } from '@berth/testing/prng.ts';
import {
  type Amounts,
  type Consumer,
  type Inventory,
  type Provider,
  type World,
  capacityOf,
  consumerTypes,
  projects,
  sharingTrait,
  standardClasses,
  standardTraits,
  users,
} from './world.ts';

/**
 * A small cloud at random: trees up to four levels deep, sharing providers (roots and inside trees),
 * aggregates, odd inventories, and consumers that use parts of several providers.
 * Small, because the original answers a search over many equal providers with all combinations.
 */
export function generateWorld(prng: Prng): World {
  const customClasses = prng.some(['CUSTOM_GOLD', 'CUSTOM_FPGA_1', 'CUSTOM_BANDWIDTH', 'CUSTOM_A'], 1, 3);
  const customTraits = prng.some(['CUSTOM_RACK_1', 'CUSTOM_PHYSNET_PUBLIC', 'CUSTOM_T', 'CUSTOM_Z9'], 1, 4);
  const aggregates = Array.from({ length: prng.between(1, 4) }, () => prng.uuid());
  const providers = generateProviders(prng, { customClasses, customTraits, aggregates });
  return {
    customClasses,
    customTraits,
    aggregates,
    providers,
    consumers: generateConsumers(prng, providers),
    spareProviders: Array.from({ length: 4 }, () => prng.uuid()),
    spareConsumers: Array.from({ length: 5 }, () => prng.uuid()),
  };
}

type Catalog = Pick<World, 'customClasses' | 'customTraits' | 'aggregates'>;

function generateProviders(prng: Prng, catalog: Catalog): Provider[] {
  const style = prng.weighted([
    [4, 'sensible'],
    [3, 'wild'],
  ] as const);
  const most = prng.weighted([
    [3, prng.between(3, 7)],
    [3, prng.between(6, 14)],
    [1, prng.between(12, 25)],
  ]);
  const providers: Provider[] = [];
  const add = (parent: Provider | null, depth: number, isShared: boolean): Provider => {
    const uuid = prng.uuid();
    const provider: Provider = {
      uuid,
      name: `${parent === null ? 'root' : 'child'}-${depth}-${providers.length}`,
      parent: parent?.uuid ?? null,
      root: parent?.root ?? uuid,
      inventories: generateInventories(prng, classesFor(prng, catalog, style, depth, isShared)),
      traits: traitsFor(prng, catalog, isShared),
      aggregates: isShared
        ? prng.some(catalog.aggregates, 1, 2)
        : prng.chance(0.5)
          ? prng.some(catalog.aggregates, 1, 2)
          : [],
    };
    providers.push(provider);
    return provider;
  };
  const grow = (parent: Provider, depth: number): void => {
    if (depth > 4) return;
    const children = prng.weighted([
      [depth === 2 ? 3 : 6, 0],
      [3, 1],
      [4, 2],
      [1, 3],
    ]);
    for (let child = 0; child < children && providers.length < most; child += 1) {
      grow(add(parent, depth, prng.chance(0.08)), depth + 1);
    }
  };
  const shared = prng.weighted([
    [2, 0],
    [3, 1],
    [2, 2],
  ]);
  for (let root = 0; root < shared; root += 1) {
    const provider = add(null, 1, true);
    if (prng.chance(0.2)) grow(provider, 2);
  }
  while (providers.length < most) {
    const root = add(null, 1, false);
    if (prng.chance(0.7)) grow(root, 2);
  }
  return providers;
}

/** The classes a provider has inventory of; "sensible" ones are what a cloud would report at that depth. */
function classesFor(
  prng: Prng,
  catalog: Catalog,
  style: 'sensible' | 'wild',
  depth: number,
  isShared: boolean,
): string[] {
  const all = [...standardClasses, ...catalog.customClasses];
  if (style === 'wild') return prng.some(all, 0, 4);
  if (isShared) return prng.some(['DISK_GB', 'IPV4_ADDRESS', ...catalog.customClasses], 1, 2);
  if (depth === 1) return prng.chance(0.15) ? [] : prng.some(['VCPU', 'MEMORY_MB', 'DISK_GB', 'PCPU'], 1, 4);
  if (depth === 2) return prng.some(['VCPU', 'MEMORY_MB', 'PCPU', 'VGPU', ...catalog.customClasses], 0, 3);
  return prng.some(
    ['SRIOV_NET_VF', 'NET_BW_EGR_KILOBIT_PER_SEC', 'PCI_DEVICE', ...catalog.customClasses],
    1,
    3,
  );
}

function traitsFor(prng: Prng, catalog: Catalog, isShared: boolean): string[] {
  const traits = prng.some([...standardTraits, ...catalog.customTraits], 0, 3);
  return isShared ? [...traits, sharingTrait] : traits;
}

function generateInventories(prng: Prng, classes: readonly string[]): Record<string, Inventory> {
  return Object.fromEntries(classes.map((name) => [name, generateInventory(prng)]));
}

export function generateInventory(prng: Prng): Inventory {
  const total = prng.pick([1, 2, 3, 4, 8, 8, 16, 24, 100, 1000, 4096, 2_147_483_647]);
  const stepSize = prng.weighted([
    [8, 1],
    [1, 2],
    [1, 3],
    [1, 7],
  ]);
  return {
    total,
    reserved: prng.weighted([
      [7, 0],
      [2, prng.below(Math.min(total, 10))],
      [1, total],
    ]),
    min_unit: prng.weighted([
      [7, 1],
      [1, 2],
      [1, stepSize],
    ]),
    max_unit: prng.weighted([
      [4, total],
      [2, 2_147_483_647],
      [1, prng.between(1, Math.min(total, 50))],
    ]),
    step_size: stepSize,
    allocation_ratio: prng.weighted([
      [6, 1],
      [2, 16],
      [2, 1.5],
      [1, 0.5],
      [1, 0.9],
      [1, 1.1],
      [1, 2.7654321],
      [1, 0.3333333333333333],
    ]),
  };
}

function generateConsumers(prng: Prng, providers: readonly Provider[]): Consumer[] {
  const used = new Map<string, number>();
  const consumers: Consumer[] = [];
  for (let wanted = prng.between(1, 8); wanted > 0; wanted -= 1) {
    const allocations = generateAmounts(prng, providers, used);
    if (Object.keys(allocations).length === 0) continue;
    consumers.push({
      uuid: prng.uuid(),
      minor: prng.weighted([
        [1, 0],
        [1, 8],
        [1, 12],
        [2, 28],
        [2, 34],
        [7, 38],
      ]),
      project: prng.pick(projects),
      user: prng.pick(users),
      type: prng.pick(consumerTypes),
      allocations,
    });
  }
  return consumers;
}

/** Amounts that still fit, given what the consumers before have taken (`used`, which grows). */
function generateAmounts(prng: Prng, providers: readonly Provider[], used: Map<string, number>): Amounts {
  const amounts: Record<string, Record<string, number>> = {};
  for (const provider of prng.some(providers, 1, 3)) {
    for (const name of prng.some(Object.keys(provider.inventories), 1, 2)) {
      const key = `${provider.uuid} ${name}`;
      const inventory = provider.inventories[name] as Inventory;
      const amount = fittingAmount(prng, inventory, used.get(key) ?? 0);
      if (amount === 0) continue;
      used.set(key, (used.get(key) ?? 0) + amount);
      const resources = (amounts[provider.uuid] ??= {});
      resources[name] = amount;
    }
  }
  return amounts;
}

/** An amount that this inventory allows; 0 if there is none. */
export function fittingAmount(prng: Prng, inventory: Inventory, used: number): number {
  const step = inventory.step_size;
  const low = Math.ceil(inventory.min_unit / step);
  const high = Math.floor(Math.min(inventory.max_unit, capacityOf(inventory) - used) / step);
  if (high < low) return 0;
  const most = prng.chance(0.15) ? high : Math.min(high, low + 4);
  return prng.between(low, most) * step;
}
