/** Something that is to be put somewhere: what one consumer holds and what has to move together. */
export interface Item {
  readonly id: string;
  readonly amounts: Amounts;
}

/** By resource class. */
export type Amounts = ReadonlyMap<string, number>;

/** A provider that things can be put into. */
export interface Bin {
  readonly id: string;
  /** By resource class. */
  readonly rooms: ReadonlyMap<string, Room>;
}

export interface Room {
  readonly left: number;
  /** The most that one item may have of it. */
  readonly unitMax: number;
}

/** By item and bin. */
export type Packing = ReadonlyMap<string, ReadonlyMap<string, Amounts>>;

/** What is left of the bins while a packing is made. */
export type Rooms = Map<string, { left: number; readonly unitMax: number }>;

export function roomsOf(bins: readonly Bin[]): Rooms[] {
  return bins.map(
    ({ rooms }) => new Map([...rooms].map(([resourceClass, room]) => [resourceClass, { ...room }])),
  );
}

export function fits(rooms: Rooms | undefined, amounts: Amounts): boolean {
  for (const [resourceClass, amount] of amounts) {
    const room = rooms?.get(resourceClass);
    if (room === undefined || amount > room.left || amount > room.unitMax) return false;
  }
  return true;
}

/** Takes it `times` times; -1 gives it back. */
export function take(rooms: Rooms | undefined, amounts: Amounts, times: number): void {
  for (const [resourceClass, amount] of amounts) {
    const room = rooms?.get(resourceClass);
    if (room !== undefined) room.left -= times * amount;
  }
}

/** The largest first, by the share of all room that they take; those of the same size by id, so that the result is always the same. */
export function largestFirst(items: readonly Item[], bins: readonly Bin[]): Item[] {
  const all = new Map<string, number>();
  for (const { rooms } of bins) {
    for (const [resourceClass, { left }] of rooms)
      all.set(resourceClass, (all.get(resourceClass) ?? 0) + left);
  }
  const shareOf = ({ amounts }: Item): number =>
    Math.max(
      ...[...amounts].map(([resourceClass, amount]) => amount / Math.max(1, all.get(resourceClass) ?? 1)),
    );
  return items
    .map((item) => ({ item, share: shareOf(item) }))
    .sort((one, other) => other.share - one.share || (one.item.id < other.item.id ? -1 : 1))
    .map(({ item }) => item);
}
