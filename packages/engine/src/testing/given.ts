import { apply } from '../apply.ts';
import { standardClasses } from '../catalog/resource-classes.ts';
import type { Change, InventoryFacts } from '../changes.ts';
import type { ClassName, ProviderId, TraitName } from '../ids.ts';
import { firstCustomOrder } from '../resource-class.ts';
import { sharesViaAggregate } from '../trait.ts';
import { WorldState } from '../world.ts';
import { allocate } from './allocate.ts';
import { longAgo } from './instants.ts';
import { aggregateId, className, id, traitName } from './names.ts';
import { parseInventory } from './parse-inventory.ts';

/**
 * A world from text: one provider a line, children further to the right than their parent.
 *
 *     cn1      VCPU:16(ratio=2,used=3)  agg:A,B  gen:5
 *       numa0  VCPU:8  HW_NUMA_ROOT
 *     ss1      DISK_GB:2000  MISC_SHARES_VIA_AGGREGATE  agg:A
 *
 * A word with a number is an inventory (see parse-inventory), a bare one a trait, `agg:` the aggregates, `gen:` the
 * generation (else 0). What is used is held by a consumer called `cn1/VCPU`. The world knows the standard classes, the
 * sharing trait, whatever is on a provider, and what is listed behind `traits:` and `classes:` on a line of its own.
 */
export function given(text: string): WorldState {
  const world = new WorldState();
  for (const [order, name] of standardClasses.entries()) addClass(world, className(name), order);
  addTrait(world, sharesViaAggregate);
  const ancestors: { readonly indent: number; readonly id: ProviderId }[] = [];
  for (const line of text.split('\n')) {
    const [first, ...words] = line.split(/\s+/).filter((word) => word !== '');
    if (first === undefined) continue;
    if (first === 'traits:') {
      for (const word of words) addTrait(world, traitName(word));
    } else if (first === 'classes:') {
      for (const word of words) addClass(world, className(word));
    } else {
      const indent = line.search(/\S/);
      while ((ancestors.at(-1)?.indent ?? -1) >= indent) ancestors.pop();
      addProvider(world, first, ancestors.at(-1)?.id ?? null, words);
      ancestors.push({ indent, id: id(first) });
    }
  }
  return world;
}

function addProvider(
  world: WorldState,
  name: string,
  parentId: ProviderId | null,
  words: readonly string[],
): void {
  if (world.providersByName.has(name)) throw new Error(`There are two providers ${name} in this world.`);
  const generation = Number(words.find((word) => word.startsWith('gen:'))?.slice(4) ?? 0);
  const provider = { id: id(name), name, parentId, generation, createdAt: longAgo, updatedAt: null };
  apply(world, { kind: 'provider-set', provider });
  const held: string[] = [];
  const inventories: InventoryFacts[] = [];
  const traits: TraitName[] = [];
  for (const word of words) {
    if (word.startsWith('gen:')) continue;
    if (word.startsWith('agg:')) {
      const aggregates = word.slice(4).split(',').map(aggregateId);
      apply(world, { kind: 'aggregates-set', id: id(name), aggregates });
    } else if (word.includes(':')) {
      const { resourceClass, amounts, used } = parseInventory(word);
      addClass(world, resourceClass);
      inventories.push({ resourceClass, ...amounts, createdAt: longAgo, updatedAt: null });
      if (used > 0) held.push(`${resourceClass}=${used}`);
    } else if (/^[A-Z0-9_]+$/.test(word)) {
      addTrait(world, traitName(word));
      traits.push(traitName(word));
    } else {
      throw new Error(`Provider ${name} cannot have this: ${word}`);
    }
  }
  if (inventories.length > 0) apply(world, { kind: 'inventories-set', id: id(name), inventories });
  if (traits.length > 0) apply(world, { kind: 'traits-set', id: id(name), traits });
  for (const each of held) allocate(world, `${name}/${each.split('=')[0]}`, `${name}:${each}`);
}

function addClass(world: WorldState, name: ClassName, order = nextOrder(world)): void {
  if (world.classes.has(name)) return;
  const isCustom = order >= firstCustomOrder;
  const change: Change = {
    kind: 'class-added',
    resourceClass: { name, order, createdAt: isCustom ? longAgo : null, updatedAt: null },
  };
  apply(world, change);
}

function nextOrder(world: WorldState): number {
  return firstCustomOrder + world.classes.size - standardClasses.length;
}

function addTrait(world: WorldState, name: TraitName): void {
  if (!world.traits.has(name)) apply(world, { kind: 'trait-added', trait: { name, createdAt: longAgo } });
}
