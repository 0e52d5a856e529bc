import type { Prng } from '@berth/testing/prng.ts';
import { aggregateDemands } from './candidate-query.ts';
import { minorWith } from './versions.ts';
import { type Provider, standardTraits, type World } from './world.ts';

/** A query for GET /resource_providers: any combination of filters, mostly met by one chosen provider. */
export function providerQuery(
  prng: Prng,
  world: World,
): { readonly minor: number; readonly parameters: readonly (readonly [string, string])[] } {
  const minor = minorWith(prng, 0);
  const allows = (since: number): boolean => minor >= since || prng.chance(0.03);
  const provider = prng.pick(world.providers);
  const parameters: [string, string][] = [];
  const sometimes = (since: number, probability: number): boolean =>
    prng.chance(probability) && allows(since);
  if (sometimes(0, 0.1)) parameters.push(['name', prng.chance(0.8) ? provider.name : 'no such name']);
  if (sometimes(0, 0.1)) parameters.push(['uuid', prng.chance(0.8) ? provider.uuid : prng.uuid()]);
  if (sometimes(3, 0.35)) {
    for (const value of aggregateDemands(prng, world, [provider], allows))
      parameters.push(['member_of', value]);
  }
  if (sometimes(4, 0.4)) parameters.push(['resources', resources(prng, provider)]);
  if (sometimes(14, 0.25)) parameters.push(['in_tree', prng.chance(0.9) ? provider.uuid : prng.uuid()]);
  if (sometimes(18, 0.35)) {
    for (const value of required(prng, world, provider, allows)) parameters.push(['required', value]);
  }
  return { minor, parameters: prng.shuffled(parameters) };
}

function resources(prng: Prng, provider: Provider): string {
  const offered = prng.some(Object.entries(provider.inventories), 1, 2);
  if (offered.length === 0) return `${prng.pick(['VCPU', 'PGPU', 'CUSTOM_NOPE'])}:1`;
  return offered
    .map(
      ([name, inventory]) =>
        `${name}:${prng.pick([1, inventory.min_unit, inventory.step_size * 2, inventory.max_unit, inventory.total])}`,
    )
    .join(',');
}

function required(
  prng: Prng,
  world: World,
  provider: Provider,
  allows: (since: number) => boolean,
): string[] {
  const any = [...standardTraits, ...world.customTraits];
  const likely = (): string =>
    provider.traits.length > 0 && prng.chance(0.8)
      ? prng.pick(provider.traits)
      : prng.pick([...any, 'CUSTOM_NOPE']);
  const one = (): string => {
    if (prng.chance(0.25) && allows(39)) return `in:${[likely(), prng.pick(any)].join(',')}`;
    if (prng.chance(0.25) && allows(22)) return `!${prng.pick(any)}`;
    return prng.chance(0.7) ? likely() : `${likely()},${likely()}`;
  };
  return prng.chance(0.2) && allows(39) ? [one(), one()] : [one()];
}
