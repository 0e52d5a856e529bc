import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { ReshapeNeeded } from '../../driver.ts';
import type { ProviderTree } from '../../provider-tree.ts';
import { movingFamilies } from './moving-families.ts';
import { reshapeAllocations } from './reshape-allocations.ts';
import type { Picture, PictureRules } from './picture.ts';
import { type PlacedPicture, placePicture } from './place-picture.ts';

/**
 * Edits a tree to a picture, and the allocations along with it: what a driver's `updateProviderTree` comes down to once it knows what
 * its node looks like. Nothing is edited where it throws.
 *
 * @throws {ReshapeNeeded} where inventory moves and there are no allocations to move.
 * @throws {ReshapeFailed} where somebody would lose something, or there is no room.
 */
export function applyPicture(
  tree: ProviderTree,
  nodename: string,
  picture: Picture,
  rules: PictureRules,
  allocations?: AllocationsByConsumer,
): void {
  const placed = placePicture(tree, nodename, picture);
  const moving = movingFamilies(placed, rules);
  if (moving.size > 0) {
    if (allocations === undefined) {
      throw new ReshapeNeeded(`inventory of ${nodename} moves: ${[...moving].sort().join(', ')}`);
    }
    reshapeAllocations(placed, moving, rules, allocations);
  }
  editTree(tree, placed, rules);
}

function editTree(tree: ProviderTree, { wanted, retired }: PlacedPicture, rules: PictureRules): void {
  for (const { uuid } of retired) if (tree.exists(uuid)) tree.remove(uuid);
  for (const { uuid, name, parentUuid, inventories, traits } of wanted) {
    if (!tree.exists(uuid)) tree.newChild(name, parentUuid as string, uuid);
    tree.updateInventory(uuid, inventories);
    const others = [...tree.data(uuid).traits].filter((trait) => !rules.isOwnTrait(trait));
    tree.updateTraits(uuid, [...others, ...traits]);
  }
}
