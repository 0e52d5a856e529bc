import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ServerPlace } from '../servers/server.ts';
import { ask, type Asked, type Hopeless } from './asking/ask.ts';
import { findHosts } from './candidates/find-hosts.ts';
import { searchScopeOf } from './candidates/search-scope.ts';
import { circumstancesOf } from './circumstances.ts';
import { askedOf, bounded, cutReason, type Decision } from './decision.ts';
import { noValidHost, type PlaceFault } from './place-fault.ts';
import { Choice } from './choice.ts';
import type { PlaceRequest } from './place-request.ts';
import type { SchedulerView } from './scheduler-view.ts';
import type { SchedulerSettings } from './settings.ts';

/** Where servers go, what they take there, and why. */
export type Scheduling =
  | { readonly isPlaced: true; readonly servers: readonly Placed[] }
  /** There is no host for one of them, so none gets one. The decision is that of the one. */
  | { readonly isPlaced: false; readonly decision: Decision; readonly fault: PlaceFault };

export interface Placed {
  readonly id: ConsumerId;
  readonly place: ServerPlace;
  /** What it is to hold in Placement. */
  readonly allocations: readonly AllocationFacts[];
  readonly decision: Decision;
}

/**
 * Finds hosts for servers that were asked for together, which are all alike: a host for each of them, or none for any. Nothing changes by
 * it: what they take is in the answer, and whoever asked writes it down in the same turn.
 *
 * Placement is asked once. The filters go over the hosts that it has room on, those that are left are weighed, and the heaviest is taken.
 * For the next server the hosts are filtered and weighed again with the ones before it taken into account, and a host that has become too
 * full is left out.
 */
export function schedule(
  view: SchedulerView,
  request: PlaceRequest,
  servers: readonly ConsumerId[],
  settings: SchedulerSettings,
): Scheduling {
  const asked = ask(view, request, settings);
  if ('reason' in asked) return hopeless(asked, null);
  const circumstances = circumstancesOf(view, request, servers, asked, settings);
  const found = findHosts(view, asked, searchScopeOf(circumstances, servers.length));
  if ('reason' in found) return hopeless(found, asked);
  const choice = new Choice(circumstances, found, asked.steps);
  const placed: Placed[] = [];
  for (const id of servers) {
    const chosen = choice.next();
    if (chosen.place === null) return notEnough(chosen.decision);
    placed.push({ id, ...chosen });
  }
  return { isPlaced: true, servers: placed };
}

function hopeless({ step, reason, fault }: Hopeless, asked: Asked | null): Scheduling {
  const [request] = asked?.requests ?? [];
  const found = step === 'candidates' ? 0 : null;
  const ended = { step, reason: cutReason(reason) };
  return {
    isPlaced: false,
    decision: bounded({
      found,
      isCut: false,
      steps: asked?.steps ?? [],
      best: [],
      ended,
      asked: request ? askedOf(request) : null,
    }),
    fault,
  };
}

function notEnough(decision: Decision): Scheduling {
  return { isPlaced: false, decision, fault: noValidHost('There are not enough hosts available.') };
}
