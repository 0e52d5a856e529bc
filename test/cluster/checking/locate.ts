import { describe } from './describe.ts';
import type { Findings } from './findings.ts';
import type { Operation } from './history.ts';
import type { JournalCommand } from './journal-commands.ts';
import { findOrder } from './order.ts';
import type { Timeline } from './timeline.ts';

/**
 * Where in the journal each operation is: by its id, and its place is the position of the command. What only removes a
 * consumer does not carry one. Such commands are given, in their order, each to the operation that could have done it, by the
 * generation that it names, and has to be done the soonest; if there is a way to give all of them to somebody, this is one.
 */
export function locate(
  operations: readonly Operation[],
  commands: readonly JournalCommand[],
  timeline: Timeline,
  findings: Findings,
): Map<number, number> {
  const places = placesById(operations, commands, findings);
  const earliest = findOrder(operations, places, timeline, null);
  const open = Map.groupBy(operations, removedBy);
  commands.forEach(({ operationId, effect }, index) => {
    if (operationId !== null) return;
    const place = index + 1;
    const [consumer] = effect.consumers.keys();
    const able = open.get(removal(consumer, effect.generations.size > 0)) ?? [];
    const generation = timeline.at(place - 1).consumer(consumer ?? '')?.generation;
    const [first] = able
      .filter(({ id }) => !places.has(id) && (earliest.get(id) ?? 0) < place)
      // Where none names the right generation, one that names another has been carried out, which is found later.
      .sort((one, other) => misses(one, generation) - misses(other, generation) || endOf(one) - endOf(other));
    if (first) places.set(first.id, place);
    else
      findings.add('unasked', `nobody has asked for ${JSON.stringify(commands[index]?.changes)} (${place})`);
  });
  return places;
}

function placesById(
  operations: readonly Operation[],
  commands: readonly JournalCommand[],
  findings: Findings,
): Map<number, number> {
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const places = new Map<number, number>();
  commands.forEach(({ operationId: id, changes }, index) => {
    if (id === null) return;
    const operation = known.get(id);
    const place = index + 1;
    if (operation === undefined) findings.add('unasked', `nobody has asked for ${JSON.stringify(changes)}`);
    else if (places.has(id))
      findings.add('twice', `${describe(operation)} has happened at ${places.get(id)} and at ${place}`);
    else places.set(id, place);
  });
  return places;
}

/** What an operation removes, if it does nothing else. */
function removedBy({ asked, outcome }: Operation): string | null {
  if (outcome.kind !== 'done' && outcome.kind !== 'unknown') return null;
  if (asked.kind === 'release') return removal(asked.consumer, false);
  if (asked.kind !== 'claim' || asked.claims.length !== 1) return null;
  const [claim] = asked.claims;
  const isGivenBack = claim !== undefined && Object.keys(claim.allocations).length === 0;
  return isGivenBack ? removal(claim.consumer, true) : null;
}

/** 1 where it names another generation of the consumer, else 0: whoever deletes names none. */
function misses({ asked }: Operation, generation: number | undefined): 0 | 1 {
  return asked.kind === 'claim' && asked.claims[0]?.expected !== generation ? 1 : 0;
}

/** DELETE leaves the generations of the providers as they are, PUT with nothing moves them on. */
function removal(consumer: string | undefined, movesOn: boolean): string {
  return `${consumer} ${movesOn}`;
}

function endOf({ outcome, endedMs }: Operation): number {
  return outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : endedMs;
}
