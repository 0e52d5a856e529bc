import { classOf } from '../commands/look-up.ts';
import type { ClassName, TraitName } from '../ids.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import type { Conjunction, Need } from './conjunction.ts';
import type { Conditions } from './request.ts';

/** What is asked of providers, with the names looked up. */
export interface CompiledConditions {
  /** In the order of the catalog. */
  readonly needs: readonly Need[];
  readonly required: readonly Sets[];
  readonly memberOf: readonly Sets[];
  readonly forbiddenTraits: Sets;
  readonly forbiddenAggregates: Sets;
  /** All of it, for one provider alone. */
  readonly asked: Conjunction;
}

type Sets = readonly ReadonlyProviderSet[];

/** Null when nobody can meet them: nobody has a class, or one of some traits, or is in one of some aggregates. */
export function compileConditions(
  world: World,
  resources: ReadonlyMap<ClassName, number>,
  conditions: Omit<Conditions, 'inTree'>,
): CompiledConditions | null {
  const needs = needsOf(world, resources);
  const required = conditions.requiredTraits.map((anyOf) => known(world.providersByTrait, anyOf));
  const memberOf = conditions.memberOf.map((anyOf) => known(world.providersByAggregate, anyOf));
  const any = [...required, ...memberOf];
  if (needs === null || any.some((sets) => sets.length === 0)) return null;
  const forbiddenTraits = known(world.providersByTrait, conditions.forbiddenTraits);
  const forbiddenAggregates = known(world.providersByAggregate, conditions.forbiddenAggregates);
  const asked: Conjunction = {
    needs,
    // Most lists name one trait or aggregate, and then there is nothing to choose from.
    all: any.flatMap((sets) => (sets.length === 1 ? sets : [])),
    any: any.filter((sets) => sets.length > 1),
    none: [...forbiddenTraits, ...forbiddenAggregates],
  };
  return { needs, required, memberOf, forbiddenTraits, forbiddenAggregates, asked };
}

function needsOf(world: World, resources: ReadonlyMap<ClassName, number>): Need[] | null {
  const needs: Need[] = [];
  for (const [resourceClass, amount] of resources) {
    const stock = world.stocks.get(resourceClass);
    if (!stock) return null;
    needs.push({ resourceClass, stock, amounts: [amount], sum: amount });
  }
  if (needs.length < 2) return needs;
  const orderOf = ({ resourceClass }: Need) => classOf(world, resourceClass).order;
  return needs.sort((one, other) => orderOf(one) - orderOf(other));
}

/** The sets of those names that somebody has. */
export function known<Name>(
  index: ReadonlyMap<Name, ReadonlyProviderSet>,
  names: readonly Name[],
): ReadonlyProviderSet[] {
  return names.map((name) => index.get(name)).filter((set) => set !== undefined);
}

export function checkTraits(world: World, names: readonly TraitName[]): void {
  for (const name of names) if (!world.traits.has(name)) refuse({ kind: 'traits-not-found', names: [name] });
}
