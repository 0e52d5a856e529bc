import {
  type Amounts,
  type Bin,
  fits,
  type Item,
  type Packing,
  type Rooms,
  roomsOf,
  take,
} from './packing.ts';

/**
 * Puts items into bins, in parts where they do not fit whole; null where there is no room. First it divides only what fits nowhere
 * after everything else has found its place, and where that fails everything.
 */
export function packSplit(items: readonly Item[], bins: readonly Bin[]): Packing | null {
  return packMostlyWhole(items, bins) ?? divideAll(items, bins, roomsOf(bins), new Map());
}

function packMostlyWhole(items: readonly Item[], bins: readonly Bin[]): Packing | null {
  const rooms = roomsOf(bins);
  const placed = new Map<string, Map<string, Amounts>>();
  const rest: Item[] = [];
  for (const item of items) {
    const index = rooms.findIndex((room) => fits(room, item.amounts));
    if (index < 0) {
      rest.push(item);
      continue;
    }
    take(rooms[index], item.amounts, 1);
    placed.set(item.id, new Map([[(bins[index] as Bin).id, item.amounts]]));
  }
  return divideAll(rest, bins, rooms, placed);
}

function divideAll(
  items: readonly Item[],
  bins: readonly Bin[],
  rooms: Rooms[],
  placed: Map<string, Map<string, Amounts>>,
): Packing | null {
  for (const { id, amounts } of items) {
    const parts = new Map<string, Map<string, number>>();
    for (const [resourceClass, amount] of amounts) {
      if (!divide(resourceClass, amount, bins, rooms, parts)) return null;
    }
    placed.set(id, parts);
  }
  return placed;
}

/** Always takes from the bin with the most room, so that bins fill up evenly and the next item still finds several. */
function divide(
  resourceClass: string,
  amount: number,
  bins: readonly Bin[],
  rooms: Rooms[],
  parts: Map<string, Map<string, number>>,
): boolean {
  let missing = amount;
  const open = new Set(bins.keys());
  while (missing > 0) {
    let most = -1;
    for (const index of open)
      if (leftIn(rooms, index, resourceClass) > leftIn(rooms, most, resourceClass)) most = index;
    const room = rooms[most]?.get(resourceClass);
    if (room === undefined) return false;
    const part = Math.min(missing, room.left, room.unitMax);
    const { id } = bins[most] as Bin;
    parts.set(id, (parts.get(id) ?? new Map<string, number>()).set(resourceClass, part));
    room.left -= part;
    missing -= part;
    open.delete(most);
  }
  return true;
}

function leftIn(rooms: readonly Rooms[], index: number, resourceClass: string): number {
  return rooms[index]?.get(resourceClass)?.left ?? 0;
}
