import { type Bin, fits, type Item, type Packing, type Rooms, roomsOf, take } from './packing.ts';

/** How often something is put somewhere or taken back. A thousand consumers that fit take a thousand. */
const stepsMax = 50_000;

/**
 * Puts every item into one bin, whole; null where no way was found. The first way that is tried is first-fit decreasing, the largest
 * item first and each into the first bin that has room for it. Where that fails, the last items are placed anew, and then those before
 * them: an exact search, but for its bound.
 */
export function packWhole(items: readonly Item[], bins: readonly Bin[]): Packing | null {
  const rooms = roomsOf(bins);
  const chosen: number[] = [];
  let from = 0;
  for (let steps = 0; chosen.length < items.length; steps += 1) {
    const item = items[chosen.length] as Item;
    const next = nextBin(item, rooms, from);
    if (next >= 0) {
      take(rooms[next], item.amounts, 1);
      chosen.push(next);
      from = 0;
      continue;
    }
    const last = chosen.pop();
    if (last === undefined || steps >= stepsMax) return null;
    take(rooms[last], (items[chosen.length] as Item).amounts, -1);
    from = last + 1;
  }
  return new Map(
    items.map((item, index) => [
      item.id,
      new Map([[(bins[chosen[index] as number] as Bin).id, item.amounts]]),
    ]),
  );
}

/** The first bin from there on that has room; of bins that have the same room, one was tried already. */
function nextBin(item: Item, rooms: readonly Rooms[], from: number): number {
  for (let bin = from; bin < rooms.length; bin += 1) {
    const room = rooms[bin] as Rooms;
    if (!fits(room, item.amounts)) continue;
    const isTried = from > 0 && rooms.slice(0, from).some((earlier) => isAlike(earlier, room));
    if (!isTried) return bin;
  }
  return -1;
}

function isAlike(one: Rooms, other: Rooms): boolean {
  if (one.size !== other.size) return false;
  for (const [resourceClass, { left, unitMax }] of one) {
    const room = other.get(resourceClass);
    if (room?.left !== left || room.unitMax !== unitMax) return false;
  }
  return true;
}
