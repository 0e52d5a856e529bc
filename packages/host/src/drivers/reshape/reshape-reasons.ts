import { ReshapeFailed } from '../../driver.ts';
import type { Bin, Item } from './packing.ts';
import type { PlacedPicture } from './place-picture.ts';

/** How many consumers are named. */
const namedMax = 3;

/** Why the consumers of a node cannot be put into its providers, and what to do about it. */
export function noRoomFor(
  { nodename }: PlacedPicture,
  items: readonly Item[],
  bins: readonly Bin[],
): ReshapeFailed {
  const sums = new Map<string, number>();
  for (const { amounts } of items) add(sums, amounts);
  const rooms = new Map<string, number>();
  for (const bin of bins) add(rooms, new Map([...bin.rooms].map(([name, { left }]) => [name, left])));

  const needs = [...sums].map(
    ([name, sum]) => `${sum} ${name} where there is room for ${rooms.get(name) ?? 0}`,
  );
  const largest = items.toSorted((one, other) => sumOf(other) - sumOf(one)).slice(0, namedMax);
  const named = largest.map(
    ({ id, amounts }) => `${id} (${[...amounts].map(([name, amount]) => `${amount} ${name}`).join(', ')})`,
  );
  return new ReshapeFailed(
    `${items.length} consumers of ${nodename} have to move ${needs.join(' and ')} on ${bins.length} providers; ` +
      `give the host more, or move consumers to other hosts, then start again. The largest: ${named.join('; ')}`,
  );
}

function add(sums: Map<string, number>, amounts: ReadonlyMap<string, number>): void {
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0) + amount);
}

function sumOf({ amounts }: Item): number {
  return amounts.values().reduce((sum, amount) => sum + amount, 0);
}
