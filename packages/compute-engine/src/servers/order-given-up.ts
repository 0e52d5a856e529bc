import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import { imageUnwanted } from '../images/image-chore.ts';
import type { Order } from '../orders/order.ts';
import { removalOf } from '../removal-of.ts';

/** The changes by which an order is there no more that nothing came of: an image that was to be filled by it is of no use to anybody. */
export function orderGivenUp(order: Order, now: Instant): readonly ComputeChange[] {
  return [removalOf('order', order), ...imageUnwanted(imageToFill(order), now)];
}

function imageToFill({ work }: Order): string | null {
  switch (work.kind) {
    case 'snapshot':
    case 'backup':
    case 'shelve':
    case 'shelve-image':
      return work.imageId;
    default:
      return null;
  }
}
