import { ReshapeFailed } from '../../driver.ts';
import type { ProviderData } from '../../provider-data.ts';
import type { ProviderTree } from '../../provider-tree.ts';
import { childUuid } from '../child-uuid.ts';
import type { Picture, WantedProvider } from './picture.ts';

/** A picture beside what is there. */
export interface PlacedPicture {
  readonly nodename: string;
  /** Parents before children. */
  readonly wanted: readonly PlacedProvider[];
  /** The driver's own providers as they are now, by uuid: those that stay and those that go. */
  readonly present: ReadonlyMap<string, ProviderData>;
  /** Those of them that are not wanted any more. */
  readonly retired: readonly ProviderData[];
}

export interface PlacedProvider extends WantedProvider {
  readonly uuid: string;
  /** Null for the root. */
  readonly parentUuid: string | null;
}

/**
 * Finds the providers of a picture in a tree. A child is the driver's own if its uuid is the one that the driver gives to that name; or
 * if it has a name that is wanted, as after another driver that named its providers likewise. All others are somebody else's.
 */
export function placePicture(tree: ProviderTree, nodename: string, picture: Picture): PlacedPicture {
  const root = tree.data(nodename);
  const below = tree
    .getProviderUuids(root.uuid)
    .slice(1)
    .map((uuid) => tree.data(uuid));
  const uuids = new Map(
    picture.map(({ name, parent }) => [name, parent === null ? root.uuid : childUuid(root.uuid, name)]),
  );
  for (const { name, uuid } of below) if (uuids.has(name)) uuids.set(name, uuid);

  const wanted = picture.map((provider): PlacedProvider => {
    const { name, parent } = provider;
    const uuid = uuids.get(name) as string;
    return { ...provider, uuid, parentUuid: parent === null ? null : (uuids.get(parent) as string) };
  });
  const kept = new Set(uuids.values());
  const retired = below.filter(({ uuid, name }) => !kept.has(uuid) && uuid === childUuid(root.uuid, name));
  const present = new Map(
    [root, ...below.filter(({ uuid }) => kept.has(uuid)), ...retired].map((provider) => [
      provider.uuid,
      provider,
    ]),
  );
  checkPlaces(tree, wanted, present);
  checkRetired(below, retired);
  return { nodename, wanted, present, retired };
}

function checkPlaces(
  tree: ProviderTree,
  wanted: readonly PlacedProvider[],
  present: PlacedPicture['present'],
): void {
  for (const { uuid, name, parentUuid } of wanted) {
    const there = present.get(uuid);
    if (there === undefined && tree.exists(name)) {
      throw new ReshapeFailed(
        `there is a provider '${name}' already, elsewhere, and names are there once; give the host or that provider another name`,
      );
    }
    if (there !== undefined && there.parentUuid !== parentUuid && parentUuid !== null) {
      throw new ReshapeFailed(
        `the provider '${name}' (${uuid}) is to be below another one than it is; delete it when nobody uses it, then start again`,
      );
    }
  }
}

/** With a provider, all below it would go. */
function checkRetired(below: readonly ProviderData[], retired: readonly ProviderData[]): void {
  const going = new Set(retired.map(({ uuid }) => uuid));
  for (const { name, uuid, parentUuid } of below) {
    if (parentUuid === null || !going.has(parentUuid) || going.has(uuid)) continue;
    const parent = retired.find((provider) => provider.uuid === parentUuid)?.name;
    throw new ReshapeFailed(
      `'${parent}' is no longer there, but '${name}' (${uuid}), which is not this driver's, is below it; ` +
        `delete that provider or let its owner move it, then start again`,
    );
  }
}
