import type { Provider } from '../provider.ts';
import { dropped, higher, type Knobs, lower, type Setting, type Turn } from './knobs.ts';
import type { PartLook } from './part-look.ts';
import { gives, largestBelow, type Room, smallestAbove } from './room.ts';

/** All that matters about a tree for finding out which changes to the request would let it have a candidate. */
export interface TreeLook {
  /** Of the tree and of those that share with it. */
  readonly providers: readonly Provider[];
  /** The conditions that the anchor does not meet, as knobs. */
  readonly rootKnobs: readonly number[];
  /** By part and, in it, by provider. */
  readonly served: readonly (readonly Serving[])[];
}

/** What keeps one provider from serving one part. */
export interface Serving {
  readonly provider: Provider;
  /** Sets of conditions, as knobs: with all of one set dropped, those left are met. */
  readonly conditions: readonly (readonly number[])[];
  /** By class of the part; null where it has none. */
  readonly rooms: readonly (Room | null)[];
}

/** Whether, with the knobs so, the provider serves the part. */
export function canServe(part: PartLook, { conditions, rooms }: Serving, setting: Setting): boolean {
  return (
    conditions.some((knobs) => knobs.every((knob) => setting[knob] !== 0)) &&
    part.amounts.every(({ knob, asked }, index) =>
      hasRoom(rooms[index] ?? null, asked, setting[knob] as number),
    )
  );
}

/**
 * The ways to turn the knobs further so that the provider serves the part. Where there are many, they stop halfway, and
 * the rest follows when these have been tried.
 */
export function turnsFor(
  knobs: Knobs,
  part: PartLook,
  { conditions, rooms }: Serving,
  setting: Setting,
): Turn[][] {
  let ways: Turn[][] = conditions.map((set) =>
    set.filter((knob) => setting[knob] === 0).map((knob) => ({ knob, level: 1 })),
  );
  for (const [index, { knob, asked }] of part.amounts.entries()) {
    const room = rooms[index] ?? null;
    const level = setting[knob] as number;
    if (hasRoom(room, asked, level)) continue;
    if (ways.length > manyWays) break;
    const levels = level === 0 ? [lower, higher].filter((other) => hasRoom(room, asked, other)) : [];
    if (levels.length === 0) {
      if (!knobs.canDropClass(knob)) return [];
      levels.push(dropped);
    }
    ways = ways.flatMap((way) => levels.map((other) => [...way, { knob, level: other }]));
  }
  return ways;
}

const manyWays = 32;

/**
 * The turns of a part's amounts that may make a difference to others that it cannot be served together with: less leaves
 * more to the others, and with another amount there may be others to serve it. `others` is what those take.
 */
export function amountTurns(
  knobs: Knobs,
  { part, amounts }: PartLook,
  servings: readonly Serving[],
  others: PartLook['amounts'],
  setting: Setting,
): Turn[] {
  return amounts.flatMap(({ knob, resourceClass, asked }, index): Turn[] => {
    const level = setting[knob] as number;
    if (level === dropped) return [];
    const drop = knobs.canDropClass(knob) ? [{ knob, level: dropped }] : [];
    if (level !== 0) return drop;
    const isContended = others.some(
      (other) => other.resourceClass === resourceClass && setting[other.knob] !== dropped,
    );
    const gains = (other: number) =>
      servings.some(({ rooms }) => {
        const room = rooms[index] ?? null;
        return !hasRoom(room, asked, 0) && hasRoom(room, asked, other);
      });
    const turns: Turn[] = [];
    if (asked > 1 && (isContended || gains(lower))) turns.push({ knob, level: lower });
    if (gains(higher)) turns.push({ knob, level: higher });
    // To drop it goes further than either.
    if (turns.length > 0) return turns;
    return isContended || part.isSpread || gains(dropped) ? drop : [];
  });
}

function hasRoom(room: Room | null, asked: number, level: number): boolean {
  if (level === dropped) return true;
  if (room === null) return false;
  if (level === lower) return largestBelow(room, asked) !== null;
  return level === higher ? smallestAbove(room, asked) !== null : gives(room, asked);
}
