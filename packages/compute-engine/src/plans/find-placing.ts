import type { Steps } from '@berth/engine/explain/steps.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { Server } from '../servers/server.ts';
import { Alikeness } from './alikeness.ts';
import type { DecidedMove } from './decided-move.ts';
import type { MovableServers } from './movable-servers.ts';
import type { PlanOptions } from './plan-request.ts';
import { PlannedCloud } from './planned-cloud.ts';
import { byId, bySize } from './server-size.ts';
import { type Target, TargetFinder } from './target-finder.ts';

/** What came of it to find places for servers one after the other. */
export interface Placing {
  readonly cloud: PlannedCloud;
  readonly finder: TargetFinder;
  readonly moves: DecidedMove[];
  /** Those that found no place. */
  readonly left: readonly Server[];
}

/**
 * Finds places for servers that leave their hosts, which are closed. The largest choose first, among the hosts that the scheduler would choose from and by
 * its weights. Where some find no place, all choose again, each the fullest host that takes it, so that larger holes are left; and it is gone on with
 * whichever leaves fewer without a place.
 */
export function* findPlacing(
  cloud: ComputeCloud,
  hosts: readonly string[],
  leaving: readonly Server[],
  movable: MovableServers,
  { scheduling }: PlanOptions,
): Steps<Placing> {
  const inOrder = yield* inTurn(leaving);
  const usual = yield* placeAll(cloud, hosts, inOrder, movable, scheduling);
  if (usual.left.length === 0) return usual;
  const packed = yield* placeAll(cloud, hosts, inOrder, movable, packing(scheduling));
  return packed.left.length < usual.left.length ? packed : usual;
}

function* placeAll(
  cloud: ComputeCloud,
  hosts: readonly string[],
  leaving: readonly (readonly Server[])[],
  movable: MovableServers,
  scheduling: SchedulerSettings,
): Steps<Placing> {
  const planned = new PlannedCloud(cloud, hosts);
  const finder = new TargetFinder(planned, scheduling, new Alikeness());
  const moves: DecidedMove[] = [];
  const left: Server[] = [];
  const place = (server: Server, to: Target | null) => {
    const kind = movable.kindOf(server);
    if (to === null || typeof kind !== 'string') left.push(server);
    else moves.push({ server, kind, from: planned.put(server, to), to, purpose: 'empty' });
  };
  for (const alike of leaving) {
    const together = alike.length > 1 ? finder.findTogether(alike) : null;
    for (const [index, server] of alike.entries()) {
      place(server, together?.[index] ?? finder.find(server));
      if (together === null) yield;
    }
    yield;
  }
  return { cloud: planned, finder, moves, left };
}

/** The largest first, and those that are alike together, since it takes much less time to find places for some of them at once. */
function* inTurn(servers: readonly Server[]): Steps<readonly (readonly Server[])[]> {
  const alikeness = new Alikeness();
  const byKey = Map.groupBy(servers, (server) => alikeness.keyOf(server));
  yield;
  const kinds = [...byKey.values()].sort(([one], [other]) => bySize(other as Server, one as Server));
  yield;
  const runs: Server[][] = [];
  for (const alike of kinds) {
    alike.sort(byId);
    // Members of a group look for places one after the other, since each depends on where the others are.
    const length = alike[0]?.groupId === null ? togetherMax : 1;
    for (let from = 0; from < alike.length; from += length) runs.push(alike.slice(from, from + length));
  }
  return runs;
}

/** With more of them a step would become long. */
const togetherMax = 32;

/** The fullest host first, as far as weights go; what operators say of failed builds and of groups still counts. */
function packing(settings: SchedulerSettings): SchedulerSettings {
  return { ...settings, multipliers: { ...settings.multipliers, ram: -1, cpu: -1, disk: -1 } };
}
