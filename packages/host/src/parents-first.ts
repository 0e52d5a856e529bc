import type { ProviderRecord } from '@berth/client/placement/records.ts';
import { ProviderExists, UnrootedProviders } from './provider-tree-errors.ts';

/** A provider and its place: all that Placement tells of it in a list. */
export type PlacedProvider = Pick<ProviderRecord, 'uuid' | 'name' | 'parentUuid'> & {
  readonly generation?: number | null;
};

/** Orders providers so that each comes behind its parent, which is among them or, as `isThere` says, there already. */
export function parentsFirst(
  given: readonly PlacedProvider[],
  isThere: (uuid: string) => boolean,
): PlacedProvider[] {
  refuseSecondNames(given);
  const uuids = new Set(given.map(({ uuid }) => uuid));
  const tops = given.filter(({ parentUuid }) => parentUuid === null || !uuids.has(parentUuid));
  const missing = tops.flatMap(({ parentUuid }) =>
    parentUuid === null || isThere(parentUuid) ? [] : [parentUuid],
  );
  if (missing.length > 0) throw new UnrootedProviders(missing, 'Parents that are not in the tree');

  const children = Map.groupBy(given, ({ parentUuid }) => parentUuid);
  const ordered = [...tops];
  for (const { uuid } of ordered) {
    for (const child of children.get(uuid) ?? []) ordered.push(child);
  }
  // Whoever is not below a top is below itself.
  const circle = uuids.difference(new Set(ordered.map(({ uuid }) => uuid)));
  if (circle.size > 0) throw new UnrootedProviders([...circle], 'Providers that are their own ancestors');
  return ordered;
}

function refuseSecondNames(given: readonly PlacedProvider[]): void {
  const names = new Set<string>();
  for (const { name } of given) {
    if (names.has(name)) throw new ProviderExists(name);
    names.add(name);
  }
}
