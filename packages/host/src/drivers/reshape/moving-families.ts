import type { PictureRules } from './picture.ts';
import type { PlacedPicture } from './place-picture.ts';

/**
 * The families of which inventory moves, so that allocations may have to go along. There are two signs of that: inventory is no longer
 * where it was; or the family has a class now that it did not have, such as dedicated CPUs, and some of those who hold the others
 * belong there. More of the same in a new place is no move: a GPU that was added takes nothing from those that were there.
 */
export function movingFamilies({ wanted, present }: PlacedPicture, rules: PictureRules): ReadonlySet<string> {
  const before = new Map([...present].map(([uuid, { inventory }]) => [uuid, Object.keys(inventory)]));
  const after = new Map(wanted.map(({ uuid, inventories }) => [uuid, Object.keys(inventories)]));
  const offered = classesByFamily(after, rules);
  const moving = new Set<string>();
  for (const [uuid, classes] of before) {
    for (const resourceClass of classes) {
      const family = rules.familyOf(resourceClass);
      if (family === null || after.get(uuid)?.includes(resourceClass)) continue;
      if (offered.has(family) || !rules.mayGo(resourceClass)) moving.add(family);
    }
  }
  for (const [family, classes] of classesByFamily(before, rules)) {
    if (!(offered.get(family) ?? new Set()).isSubsetOf(classes)) moving.add(family);
  }
  return moving;
}

function classesByFamily(
  classesOf: ReadonlyMap<string, readonly string[]>,
  rules: PictureRules,
): ReadonlyMap<string, ReadonlySet<string>> {
  const families = new Map<string, Set<string>>();
  for (const resourceClass of [...classesOf.values()].flat()) {
    const family = rules.familyOf(resourceClass);
    if (family === null) continue;
    families.set(family, (families.get(family) ?? new Set()).add(resourceClass));
  }
  return families;
}
