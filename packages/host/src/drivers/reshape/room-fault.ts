import type { AllocationsByConsumer, Inventory } from '@berth/client/placement/records.ts';
import { capacityOf } from '../../capacity-of.ts';
import { ReshapeFailed } from '../../driver.ts';
import { heldOf } from './held-of.ts';
import type { PictureRules } from './picture.ts';
import type { PlacedPicture } from './place-picture.ts';

/**
 * Who has no room after a move; null where everybody has. Those who stayed where they are count, too: their inventory may have become
 * smaller. What was too full before may stay so, as long as it does not get fuller.
 */
export function roomFault(
  { wanted, present }: PlacedPicture,
  moving: ReadonlySet<string>,
  rules: PictureRules,
  before: AllocationsByConsumer,
  after: AllocationsByConsumer,
): ReshapeFailed | null {
  for (const { uuid, name, inventories } of wanted) {
    for (const [resourceClass, inventory] of Object.entries(inventories)) {
      const family = rules.familyOf(resourceClass);
      if (family === null || !moving.has(family)) continue;
      const used = heldOf(after, uuid, resourceClass);
      const old = present.get(uuid)?.inventory[resourceClass];
      const usedBefore = heldOf(before, uuid, resourceClass);
      const wasTooFull = old !== undefined && usedBefore > capacityOf(old) && used <= usedBefore;
      if (used > capacityOf(inventory) && !wasTooFull) {
        return new ReshapeFailed(
          `${used} ${resourceClass} of '${name}' are held, and it has room for ${capacityOf(inventory)} from now on; ` +
            `give it more, or move consumers to other hosts, then start again`,
        );
      }
      const fault = unitFault(uuid, name, resourceClass, inventory, after);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/** Placement looks at each amount that it is sent, whether it is new or not. */
function unitFault(
  uuid: string,
  name: string,
  resourceClass: string,
  { total, minUnit = 1, maxUnit = total, stepSize = 1 }: Inventory,
  after: AllocationsByConsumer,
): ReshapeFailed | null {
  for (const [consumer, { allocations }] of after) {
    const amount = allocations[uuid]?.resources[resourceClass];
    if (amount === undefined) continue;
    if (amount >= minUnit && amount <= maxUnit && amount % stepSize === 0) continue;
    return new ReshapeFailed(
      `the consumer ${consumer} holds ${amount} ${resourceClass}, and '${name}' hands out ${minUnit} to ${maxUnit} ` +
        `at a time from now on; resize it or move it to another host, then start again`,
    );
  }
  return null;
}
