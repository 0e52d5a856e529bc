import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction, withStepBegun, withStepEnded } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import type { OrderId } from '../ids.ts';
import type { Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { refuse } from '../refusals.ts';
import type { PlaceSearch } from '../scheduler/place-request.ts';
import type { Placed } from '../scheduler/schedule.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { actionRules } from '../servers/action-rules.ts';
import { checkAction } from '../servers/check-action.ts';
import { searchOf } from '../servers/search-of.ts';
import type { Server, ServerPlace } from '../servers/server.ts';
import { serverOf } from '../servers/server-of.ts';
import type { PowerState } from '../servers/server-states.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { findForcedTarget } from './forced-target.ts';
import { hostsUnlike } from './hypervisors-alike.ts';
import { migrationUnderWay, oldestForgotten } from './migration-changes.ts';
import { findMoveTarget, targetAt, type WantedTarget } from './move-server.ts';

/** A server is to be on another host, and to run meanwhile. */
export interface LiveMoveServer {
  readonly kind: 'live-move-server';
  readonly id: ConsumerId;
  /** Where it has to go; null: anywhere else. */
  readonly host: string | null;
  /** Whether it goes to that host whatever the scheduler says. */
  readonly isForced: boolean;
  /** Whether somebody waits until it is known that it can go: then, as in the original, the first step is called otherwise. */
  readonly isAwaited: boolean;
  readonly sendsDisks: boolean | null;
  readonly mayOvercommitDisks: boolean;
  readonly by: Requester;
  readonly newIds: { readonly migration: ConsumerId; readonly order: OrderId };
  readonly scheduling: SchedulerSettings;
  readonly now: Instant;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/**
 * The migration with what the server held, the server with what it takes on its new host, and the order for that host to look whether it can come, as one
 * decision. Where there is no host the server stays as it is; what became of it is told by the action and the migration, as in the original.
 */
export function liveMoveServer(cloud: ComputeCloud, command: LiveMoveServer): Changes {
  const { compute } = cloud;
  const { id, by, newIds, isAwaited, now } = command;
  const server = serverOf(compute, id);
  const place = checkLiveMove(compute, server, command);
  const numbers = new GivenNumbers(compute);
  const begun = newAction(numbers, { serverId: id, name: 'live-migration', by, now });
  const migration = newLiveMigration(numbers, server, place, command);
  const search = searchFor(server, place, command);
  const found = findLiveTarget(cloud, { server, migration, search, scheduling: command.scheduling, now });
  const common = [...roomForAction(compute, id), ...found.kept, ...oldestForgotten(compute, server)];
  const step = { name: conductorStep(isAwaited), host: by.apiHost, now };
  if (found.place === null) {
    const { message } = found;
    return [
      { kind: 'migration-set', thing: { ...migration, status: 'error', updatedAt: now } },
      {
        kind: 'server-set',
        thing: { ...server, fault: faultOf({ message, details: '', now }), updatedAt: now },
      },
      ...common,
      actionSet(withStepEnded(begun, step, { details: message, traceback: message })),
      ...numbers.changes(),
    ];
  }
  const target = targetAt(compute, found.place);
  const { ordered: taskState } = workRules['check-live-move'];
  return [
    ...found.claims,
    { kind: 'migration-set', thing: { ...migration, target, updatedAt: now } },
    { kind: 'server-set', thing: { ...server, taskState, updatedAt: now } },
    ...common,
    actionSet(withStepBegun(begun, step)),
    issueOrder(numbers, {
      id: newIds.order,
      serverId: id,
      host: target.host,
      work: { kind: 'check-live-move', migrationId: migration.id, search },
      actionId: begun.id,
      now,
    }),
    ...numbers.changes(),
  ];
}

/** What the original calls the step that is decided here. */
function conductorStep(isAwaited: boolean): string {
  return isAwaited ? 'conductor_migrate_server' : 'conductor_live_migrate_instance';
}

/** The order is seen by clients: lock, state, and whether there is such a host. */
function checkLiveMove(compute: Compute, server: Server, { by, host }: LiveMoveServer): ServerPlace {
  const rule = actionRules['live-migrate'];
  checkAction(server, rule, by);
  const { id, place } = server;
  if (host !== null && !compute.services.ofHost(host)) refuse({ kind: 'host-not-found', host });
  if (place === null || migrationUnderWay(compute, server)) {
    refuse({ kind: 'server-state-invalid', id, action: rule.name });
  }
  return place;
}

function newLiveMigration(
  numbers: GivenNumbers,
  server: Server,
  source: ServerPlace,
  command: LiveMoveServer,
): Migration {
  const { by, newIds, host, isForced, sendsDisks, mayOvercommitDisks, now } = command;
  return {
    id: newIds.migration,
    number: numbers.next('migrations'),
    serverId: server.id,
    type: 'live-migration',
    status: 'accepted',
    userId: by.userId,
    projectId: by.projectId,
    createdAt: now,
    updatedAt: null,
    source,
    target: null,
    ...(isForced && host !== null ? { askedHost: host } : {}),
    oldFlavor: server.flavor,
    newFlavor: server.flavor,
    vmState: server.vmState,
    live: {
      sendsDisks,
      mayOvercommitDisks,
      isUnwanted: false,
      progress: null,
    },
  };
}

function searchFor(server: Server, place: ServerPlace, { host, isForced }: LiveMoveServer): PlaceSearch {
  const search = searchOf(server, { host, ignoredHosts: [place.host] });
  return isForced ? { ...search, forced: search.requested, requested: null } : search;
}

export type LiveTarget = {
  /** What was decided is kept, where something was. */
  readonly kept: readonly ComputeChange[];
} & (
  | { readonly place: Placed['place']; readonly claims: readonly PlacementChange[] }
  | { readonly place: null; readonly message: string }
);

/** In the order in which the original looks: whether the machine runs, its host, and the one that it is to go to. */
export function findLiveTarget(cloud: ComputeCloud, wanted: WantedTarget): LiveTarget {
  const { compute } = cloud;
  const { server, migration, search, now } = wanted;
  const { host } = migration.source;
  if (server.powerState !== 'running' && server.powerState !== 'paused') {
    return { place: null, kept: [], message: notRunning(server) };
  }
  if (!isHostUp(compute, host)) return { place: null, kept: [], message: hostUnavailable(host) };
  if (search.forced !== null) return { kept: [], ...findForcedTarget(cloud, wanted) };
  const ignoredHosts = [...search.ignoredHosts, ...hostsUnlike(compute, migration.source)];
  const found = findMoveTarget(cloud, { ...wanted, search: { ...search, ignoredHosts } });
  const kept = [decisionKept(compute, server, { ...found.decision, at: now, reason: 'live-migrate' })];
  if (found.placed === null) return { place: null, kept, message: found.message };
  return { place: found.placed.place, claims: found.claims, kept };
}

export function hostUnavailable(host: string): string {
  return `Compute service of ${host} is unavailable at this time.`;
}

function notRunning({ id, powerState }: Server): string {
  return `Instance ${id} in power_state ${powerWord(powerState)}. Cannot live migrate while the instance is in this state.`;
}

/** As the original calls it. */
function powerWord(powerState: PowerState): string {
  return powerState === 'none' ? 'pending' : powerState;
}
