import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { Decision } from '../scheduler/decision.ts';
import { noValidHost } from '../scheduler/place-fault.ts';
import { schedule, type Placed } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import { zoneOf } from '../scheduler/zone-of.ts';
import { placeRequestOf } from '../servers/find-places.ts';
import { searchOf } from '../servers/search-of.ts';
import type { Server } from '../servers/server.ts';
import type { EvacuateServer } from './evacuate-server.ts';
import { hostsWithLeftovers } from './leftovers.ts';

/** `isFatal`: the server is in error for it. */
export interface NoTarget {
  readonly message: string;
  readonly isFatal: boolean;
}

export interface EvacuationTarget {
  readonly placed: Pick<Placed, 'place' | 'allocations'> | null;
  /** What is told where there is none, or it turns out to have no room. */
  readonly failure: NoTarget;
  readonly decisions: readonly Decision[];
}

type Wanted = Pick<EvacuateServer, 'host' | 'isForced' | 'scheduling'> & {
  /** Where something of the server may be. */
  readonly avoided: readonly string[];
  /** All that it holds, also by a move that it is in. */
  readonly held: readonly AllocationFacts[];
};

/** A host for a server whose own is down: the one that is forced, or one that the scheduler finds. */
export function evacuationTarget(cloud: ComputeCloud, server: Server, wanted: Wanted): EvacuationTarget {
  const { host, isForced, scheduling } = wanted;
  const avoided = [...wanted.avoided, ...hostsWithLeftovers(cloud.compute, server.id)];
  if (host !== null && isForced)
    return forcedTarget(cloud, server, { ...wanted, host, avoided, defaultZone: scheduling.defaultZone });
  const own = server.place ? [server.place.host] : [];
  const request = placeRequestOf(server, searchOf(server, { host, ignoredHosts: [...own, ...avoided] }));
  const scheduled = schedule(schedulerViewOf(cloud), request, [server.id], scheduling);
  if (!scheduled.isPlaced) {
    const { fault, decision } = scheduled;
    return { placed: null, failure: { message: fault.message, isFatal: true }, decisions: [decision] };
  }
  const [placed = null] = scheduled.servers;
  const failure = { message: noValidHost('There are not enough hosts available.').message, isFatal: true };
  return { placed, failure, decisions: placed ? [placed.decision] : [] };
}

/** As in the original, what the server holds where it is becomes what it takes there, which is asked for nothing else. */
function forcedTarget(
  cloud: ComputeCloud,
  server: Server,
  {
    host,
    avoided,
    held: all,
    defaultZone,
  }: Pick<Wanted, 'avoided' | 'held'> & { readonly host: string; readonly defaultZone: string },
): EvacuationTarget {
  const { compute, placement } = cloud;
  const sentence = (why: string): NoTarget => {
    const { message } = noValidHost(`Unable to move instance ${server.id} to host ${host}. ${why}`);
    return { message, isFatal: false };
  };
  const no = (failure: NoTarget): EvacuationTarget => ({ placed: null, failure, decisions: [] });
  const full = sentence('There is not enough capacity on the host for the instance.');
  const [node] = compute.nodes.ofHost(host);
  if (!node || avoided.includes(host)) return no(full);
  const source = server.place?.nodeId;
  // What it still holds of hosts that it was evacuated from before is in the way, too.
  const left = hostsWithLeftovers(compute, server.id).flatMap((each) => compute.nodes.ofHost(each));
  const trees = new Set([source, ...left.map(({ id }) => id)]);
  const held = all.filter(({ providerId }) => trees.has(placement.providers.get(providerId)?.root.id));
  if (held.some(({ providerId }) => providerId !== source))
    return no(sentence('The instance has complex allocations on the source host so move cannot be forced.'));
  const allocations = held.map(({ resourceClass, amount }): AllocationFacts => {
    return { providerId: node.id, resourceClass, amount };
  });
  const place = {
    host,
    nodeId: node.id,
    nodeName: node.name,
    zone: zoneOf(schedulerViewOf(cloud).aggregatesOf(host), defaultZone),
  };
  return { placed: { place, allocations }, failure: full, decisions: [] };
}
