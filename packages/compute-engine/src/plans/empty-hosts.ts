import type { Steps } from '@berth/engine/explain/steps.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { Server } from '../servers/server.ts';
import type { DecidedMove } from './decided-move.ts';
import { findPlacing } from './find-placing.ts';
import { MovableServers } from './movable-servers.ts';
import { orderMoves } from './order-moves.ts';
import type { PlanDraft, StuckServer } from './plan-draft.ts';
import type { PlanOptions } from './plan-request.ts';
import type { PlannedMove } from './planned-move.ts';
import { roomNeeded } from './room-needed.ts';
import { strangersOn } from './strangers-on.ts';
import { Unplaced } from './unplaced.ts';

/** A plan that leaves no server on some hosts, or says of each that has to stay why. For those that find no place room is made, by moving others. */
export function* emptyHosts(
  cloud: ComputeCloud,
  hosts: readonly string[],
  options: PlanOptions,
): Steps<Omit<PlanDraft, 'isOfManyMoments'>> {
  const movable = new MovableServers(cloud, options);
  const stuck: StuckServer[] = [];
  const leaving: Server[] = [];
  for (const host of hosts) {
    for (const server of cloud.compute.servers.onHost(host)) {
      const kind = movable.kindOf(server);
      if (typeof kind === 'string') leaving.push(server);
      else stuck.push({ serverId: server.id, host, reason: kind });
    }
    yield;
  }

  const placing = yield* findPlacing(cloud, hosts, leaving, movable, options);
  const { moves, left } = placing;
  if (left.length > 0) {
    const unplaced = new Unplaced(cloud, hosts, placing, movable, options);
    yield* unplaced.liftAll();
    for (const server of left) {
      const made = yield* unplaced.makeRoomFor(server);
      if (made !== null) moves.push(...made);
    }
    for (const server of left) {
      if (placing.cloud.isPlanned(server.id)) continue;
      stuck.push({ serverId: server.id, host: server.place?.host ?? '', reason: unplaced.reasonFor(server) });
      yield;
    }
  }
  const ordered = yield* orderMoves(moves);
  const kept = ordered.slice(0, options.movesMax);
  const { movesMax } = options;
  for (const { serverId, from, purpose } of ordered.slice(movesMax)) {
    if (purpose === 'empty')
      stuck.push({ serverId, host: from.host, reason: { kind: 'moves-max', movesMax } });
  }
  return {
    moves: kept,
    movesLeast: yield* movesLeast(cloud, hosts, moves, kept),
    stuck,
    strangers: strangersOn(cloud, hosts),
    fullest: null,
  };
}

/** Each server that leaves is moved once at least. Whether others have to make room for those of a plan that was cut is not asked. */
function* movesLeast(
  cloud: ComputeCloud,
  hosts: readonly string[],
  moves: readonly DecidedMove[],
  kept: readonly PlannedMove[],
): Steps<number> {
  const leavingCount = kept.filter(({ purpose }) => purpose === 'empty').length;
  const isRoomMade = kept.length === moves.length && leavingCount < kept.length;
  return isRoomMade ? leavingCount + (yield* roomNeeded(cloud, hosts, moves)) : leavingCount;
}
