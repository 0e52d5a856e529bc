import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import type { ClassName, Instant, TraitName } from '@berth/engine/ids.ts';
import { customPrefix, firstCustomOrder, type ResourceClass } from '@berth/engine/resource-class.ts';
import { isCustomTrait, type Trait } from '@berth/engine/trait.ts';
import { Malformed, objectOf, textAt, textsAt } from '@berth/api-kit/json/json-reading.ts';
import type { PlacementClient } from './placement-client.ts';

export async function fetchClassNames(client: PlacementClient): Promise<readonly string[]> {
  const { json } = await client.get('/resource_classes');
  const { resource_classes: classes } = objectOf(json, 'the answer');
  if (!Array.isArray(classes)) throw new Malformed("'resource_classes' is not a list");
  return classes.map((each) => textAt(objectOf(each, 'a class'), 'name'));
}

export async function fetchTraitNames(client: PlacementClient): Promise<readonly string[]> {
  const { json } = await client.get('/traits');
  return textsAt(objectOf(json, 'the answer'), 'traits');
}

/** Null if it is gone. The API does not tell the order of classes for sure, so `order` comes from whoever has seen it first. */
export async function fetchClass(
  client: PlacementClient,
  name: string,
  order: number,
  otherwise: Instant,
): Promise<ResourceClass | null> {
  const isCustom = name.startsWith(customPrefix);
  // A standard class was never made by anybody, and the time that is told with it is the time of the answer.
  const answer = isCustom ? await client.find(`/resource_classes/${encodeURIComponent(name)}`) : null;
  if (isCustom && answer === null) return null;
  const createdAt = isCustom ? (answer?.lastModified ?? otherwise) : null;
  return { name: name as ClassName, order, createdAt, updatedAt: null };
}

/** Null if it is gone. Nobody made the standard ones either, and there are hundreds: they are not asked for one by one. */
export async function fetchTrait(
  client: PlacementClient,
  name: string,
  otherwise: Instant,
): Promise<Trait | null> {
  const isCustom = isCustomTrait(name);
  const answer = isCustom ? await client.find(`/traits/${encodeURIComponent(name)}`) : null;
  if (isCustom && answer === null) return null;
  return { name: name as TraitName, createdAt: answer?.lastModified ?? otherwise };
}

/**
 * The place of a class that is seen for the first time. Standard classes that are newer than this program come right behind those
 * it knows, which is where a newer program will have them.
 */
export function orderOfNewClass(name: string, taken: ReadonlySet<number>): number {
  const known = standardClasses.indexOf(name);
  if (known >= 0) return known;
  let order = name.startsWith(customPrefix) ? firstCustomOrder : standardClasses.length;
  while (taken.has(order)) order++;
  return order;
}
