import { isDeepStrictEqual } from 'node:util';
import { holds } from './facts.ts';
import type { Findings } from './findings.ts';
import type { Fact, Operation, Write } from './history.ts';
import { judge } from './judge.ts';
import { describe } from './describe.ts';
import type { Moment, Timeline } from './timeline.ts';

/**
 * Gives every operation a place in the order of states and finds those that have none. The places of writes that happened
 * are given; what only looked (or was refused, which is looking too) gets the earliest place at which it could have seen
 * what it saw.
 *
 * An operation that ended before another began must not come after it. Going through the operations in the order in which
 * they began, that is one number: the highest place among those that have ended by then. All others have to lie at or above
 * it, and, as the places of writes are fixed, below every write that began after they had ended. The earliest place is the
 * best one for those to come: if a later one would do for all of them, the earliest does, since it only lowers what they
 * are held to.
 *
 * Answers with that number for each operation: where it can lie at the earliest.
 */
export function findOrder(
  operations: readonly Operation[],
  placeOf: ReadonlyMap<number, number>,
  timeline: Timeline,
  findings: Findings | null,
): Map<number, number> {
  const earliest = new Map<number, number>();
  const places = new Map(placeOf);
  const ended = new Ended(operations);
  const latest = latestPlaces(operations, placeOf, timeline.last);
  for (const operation of operations.toSorted((one, other) => one.startedMs - other.startedMs)) {
    const floor = ended.floorBefore(operation.startedMs, places);
    earliest.set(operation.id, floor.place);
    const given = placeOf.get(operation.id);
    if (given !== undefined) {
      if (given <= floor.place) {
        const text =
          `${describe(operation)} lies at ${given}, but began after the end of what lies at ${floor.place}: ` +
          describe(floor.operation);
        findings?.add('out of order', text);
      }
      continue;
    }
    const condition = conditionOf(operation);
    if (condition === null) continue;
    const ceiling = latest(operation.endedMs);
    const place = firstPlace(timeline, condition, floor.place, ceiling);
    places.set(operation.id, place ?? floor.place);
    if (place === null && findings !== null)
      explain(operation, condition, floor, ceiling, timeline, findings);
  }
  return earliest;
}

interface Floor {
  readonly place: number;
  /** Whose place it is. */
  readonly operation: Operation | null;
}

/** Those that have ended, as time goes by. */
class Ended {
  readonly #byEnd: readonly Operation[];
  #next = 0;
  #floor: Floor = { place: 0, operation: null };

  constructor(operations: readonly Operation[]) {
    // What has no answer never ends.
    this.#byEnd = operations
      .filter(({ outcome }) => outcome.kind !== 'unknown')
      .sort((one, other) => one.endedMs - other.endedMs);
  }

  floorBefore(timeMs: number, places: ReadonlyMap<number, number>): Floor {
    for (; ; this.#next += 1) {
      const operation = this.#byEnd[this.#next];
      if (operation === undefined || operation.endedMs >= timeMs) return this.#floor;
      const place = places.get(operation.id) ?? 0;
      if (place > this.#floor.place) this.#floor = { place, operation };
    }
  }
}

/** For a time: the last place before all writes that began after it. */
function latestPlaces(
  operations: readonly Operation[],
  placeOf: ReadonlyMap<number, number>,
  last: number,
): (timeMs: number) => number {
  const writes = operations
    .filter(({ id }) => placeOf.has(id))
    .sort((one, other) => one.startedMs - other.startedMs);
  const lowestFrom: number[] = Array.from({ length: writes.length + 1 }, () => last + 1);
  for (let index = writes.length - 1; index >= 0; index -= 1) {
    const { id } = writes[index] as Operation;
    lowestFrom[index] = Math.min(lowestFrom[index + 1] as number, placeOf.get(id) as number);
  }
  return (timeMs) => {
    let low = 0;
    let high = writes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((writes[middle] as Operation).startedMs <= timeMs) low = middle + 1;
      else high = middle;
    }
    return (lowestFrom[low] as number) - 1;
  };
}

/** What has to hold where an operation lies. */
interface Condition {
  /** The objects it is about. */
  readonly ids: readonly string[];
  readonly holdsAt: (moment: Moment) => boolean;
}

function conditionOf({ id, asked, outcome }: Operation): Condition | null {
  if (outcome.kind === 'seen') {
    const { facts } = outcome;
    return {
      ids: [...new Set(facts.map((fact) => fact.id))],
      holdsAt: (moment) => facts.every((fact: Fact) => holds(fact, moment)),
    };
  }
  if (outcome.kind !== 'refused' || asked.kind === 'look' || asked.kind === 'loss') return null;
  const { refusal } = outcome;
  return {
    ids: objectsOf(asked),
    holdsAt: (moment) => judge(asked, id, moment).refusals.some((each) => isDeepStrictEqual(each, refusal)),
  };
}

function objectsOf(write: Write): string[] {
  if (write.kind === 'release') return [write.consumer];
  if (write.kind === 'stock') return [write.stock.provider];
  return [
    ...(write.kind === 'reshape' ? write.stocks.map(({ provider }) => provider) : []),
    ...write.claims.flatMap(({ consumer, allocations }) => [consumer, ...Object.keys(allocations)]),
  ];
}

function firstPlace(
  timeline: Timeline,
  { ids, holdsAt }: Condition,
  from: number,
  to: number,
): number | null {
  for (let place = from; place <= to; place = timeline.nextAfter(place, ids)) {
    if (holdsAt(timeline.at(place))) return place;
  }
  return null;
}

function explain(
  operation: Operation,
  condition: Condition,
  floor: Floor,
  ceiling: number,
  timeline: Timeline,
  findings: Findings,
): void {
  const found = describe(operation);
  if (operation.outcome.kind === 'refused') {
    findings.add('refused without reason', `${found}: at no place from ${floor.place} to ${ceiling}`);
    return;
  }
  const place = firstPlace(timeline, condition, 0, timeline.last);
  if (place === null) findings.add('impossible read', `${found}: it never was so`);
  else if (place > ceiling) {
    const text = `${found}: it was so from ${place} on, and only ${ceiling} places had begun when it ended`;
    findings.add('early read', text);
  } else {
    const text =
      `${found}: not so at any place from ${floor.place} to ${ceiling}, but at ${place}. ` +
      `Before it began this had ended: ${describe(floor.operation)}`;
    findings.add('stale read', text);
  }
}
