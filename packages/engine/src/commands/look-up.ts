import type { ClassName, ProviderId } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { OnRefusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { ResourceClass } from '../resource-class.ts';
import type { World } from '../world.ts';

/** What a command names must be there. */
export function providerOf(world: World, id: ProviderId): Provider {
  return world.providers.get(id) ?? refuse({ kind: 'provider-not-found', id });
}

export function classOf(world: World, name: ClassName): ResourceClass {
  return world.classes.get(name) ?? refuse({ kind: 'class-not-found', name });
}

export function checkClass(world: World, name: ClassName, onRefusal: OnRefusal): void {
  if (!world.classes.has(name)) onRefusal({ kind: 'class-not-found', name });
}

/** Names of classes in the order of the catalog. */
export function inCatalogOrder(world: World, names: Iterable<ClassName>): ClassName[] {
  return [...new Set(names)].sort(
    (a, b) => (world.classes.get(a)?.order ?? Infinity) - (world.classes.get(b)?.order ?? Infinity),
  );
}

export function checkGeneration(
  { id, generation }: Provider,
  expected: number | null,
  onRefusal: OnRefusal = refuse,
): void {
  if (expected !== null && expected !== generation) {
    onRefusal({ kind: 'provider-generation-conflict', id, expected, actual: generation });
  }
}
