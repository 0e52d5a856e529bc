import { assert } from '@berth/engine/assert.ts';
import type { Allocation } from '@berth/engine/consumer.ts';
import type { Steps } from '@berth/engine/explain/steps.ts';
import type { DecidedMove } from './decided-move.ts';
import type { MovePlace, PlannedMove } from './planned-move.ts';
import { byId, bySize } from './server-size.ts';

/**
 * Puts moves into the order in which they are made: the smallest servers first, so that most is done early.
 *
 * They were decided on in another one, the largest first, since that finds places for more of them. Most can be made in any order: they take from hosts
 * that nobody leaves, and if all of them fit there, any part of them does. Only what takes something that another move gives back has to stay behind
 * it: those keep their order, come last, and wait for the others.
 */
export function* orderMoves(decided: readonly DecidedMove[]): Steps<readonly PlannedMove[]> {
  /** By what they leave, the moves that do. */
  const leaving = new Map<unknown, DecidedMove[]>();
  const waitsFor = new Map<DecidedMove, readonly DecidedMove[]>();
  for (const [index, move] of decided.entries()) {
    waitsFor.set(move, [...new Set(takenBy(move).flatMap((each) => leaving.get(each) ?? []))]);
    for (const each of leftBy(move)) leaving.getOrInsertComputed(each, () => []).push(move);
    if (index % movesBetweenLooks === 0) yield;
  }
  const isFree = (move: DecidedMove) => waitsFor.get(move)?.length === 0;
  const free = decided
    .filter(isFree)
    .sort((one, other) => bySize(one.server, other.server) || byId(one.server, other.server));
  yield;
  const ordered = [...free, ...decided.filter((move) => !isFree(move))];
  const numbers = new Map(ordered.map((move, index) => [move, index]));
  yield;
  return ordered.map((move) => {
    const after = (waitsFor.get(move) ?? []).map((each) => numbers.get(each) ?? 0);
    return plannedOf(
      move,
      after.sort((one, other) => one - other),
    );
  });
}

const movesBetweenLooks = 256;

function plannedOf({ server, kind, from, to, purpose }: DecidedMove, after: readonly number[]): PlannedMove {
  const { place } = from;
  assert(place, 'what is moved is somewhere');
  return { serverId: server.id, kind, from: shortOf(place), to: shortOf(to.place), purpose, after };
}

function shortOf({ host, nodeName }: MovePlace): MovePlace {
  return { host, nodeName };
}

/** The host that it comes to, and the providers that it takes something from. */
function takenBy({ to }: DecidedMove): unknown[] {
  return [to.place.host, ...to.allocations.map(({ provider }) => provider)];
}

/** The host that it goes from, and the providers that it holds less of afterwards: storage that both hosts share it only seems to leave. */
function leftBy({ from, to }: DecidedMove): unknown[] {
  const amountOf = ({ provider, resourceClass }: Allocation) =>
    to.allocations.find((each) => each.provider === provider && each.resourceClass === resourceClass)
      ?.amount ?? 0;
  const less = from.allocations.filter((each) => each.amount > amountOf(each));
  return [from.place?.host, ...less.map(({ provider }) => provider)];
}
