import { assert } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import type { World } from '@berth/engine/world.ts';
import { actionSet, newAction, type StepFailure, withStepEnded } from '../actions/action-steps.ts';
import type { Action } from '../actions/action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import type { OrderId } from '../ids.ts';
import type { Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { checkLargerFlavor } from '../quotas/check-larger-flavor.ts';
import type { Limits } from '../quotas/limits.ts';
import { refuse } from '../refusals.ts';
import { noValidHost } from '../scheduler/place-fault.ts';
import type { PlaceSearch } from '../scheduler/place-request.ts';
import { schedule, type Placed } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { wordsOf } from '../scheduler/words-of.ts';
import { type ActionRule, actionRules } from '../servers/action-rules.ts';
import { checkAction } from '../servers/check-action.ts';
import { claimOf } from '../servers/claim-of.ts';
import { placeRequestOf } from '../servers/find-places.ts';
import { searchOf } from '../servers/search-of.ts';
import type { Server, ServerFlavor } from '../servers/server.ts';
import { serverOf } from '../servers/server-of.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { hostsWithLeftovers } from './leftovers.ts';
import { migrationConsumerType, migrationUnderWay, oldestForgotten } from './migration-changes.ts';

/** A server is to be on another host, or to have another flavor, which takes a host that has room for it. */
export interface MoveServer {
  readonly kind: 'move-server';
  readonly id: ConsumerId;
  /** Null: the one that it has. */
  readonly flavor: ServerFlavor | null;
  /** As in the original it is MANUAL where nobody says it, whatever it was before. */
  readonly diskConfig?: Server['diskConfig'];
  /** Where it has to go; null: anywhere else. */
  readonly host: string | null;
  /** Whether it may stay where it is, with another flavor. */
  readonly mayStay: boolean;
  readonly by: Requester;
  readonly newIds: { readonly migration: ConsumerId; readonly order: OrderId };
  readonly configured: Limits;
  readonly scheduling: SchedulerSettings;
  readonly now: Instant;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/**
 * The migration with what the server held, the server with what it takes on its new host, and the order for that host, as one decision. Where
 * there is no host the server stays as it is; what became of it is told by the action and the migration, as in the original.
 */
export function moveServer(cloud: ComputeCloud, command: MoveServer): Changes {
  const { compute } = cloud;
  const { id, by, diskConfig = 'MANUAL', now } = command;
  const server = serverOf(compute, id);
  checkMove(compute, server, command);
  const numbers = new GivenNumbers(compute);
  const name = command.flavor === null ? 'migrate' : 'resize';
  const action = newAction(numbers, { serverId: id, name, by, now });
  const migration = newMigration(numbers, server, command);
  const search = searchFor(server, command);
  const placing = findMoveTarget(cloud, { server, migration, search, scheduling: command.scheduling, now });
  const { decision } = placing;
  const kept = decisionKept(compute, server, { ...decision, at: now, reason: name });
  const common = [kept, ...oldestForgotten(compute, server)];
  if (placing.placed === null) {
    const failure = { details: placing.message, traceback: placing.message };
    // As in the original, the fault says less than the action: it is seen once an administrator says that the server is in error.
    const fault = faultOf({ message: noValidHost('').message, details: wordsOf(decision), now });
    return [
      { kind: 'migration-set', thing: { ...migration, status: 'error', updatedAt: now } },
      { kind: 'server-set', thing: { ...server, diskConfig, fault, updatedAt: now } },
      actionSet(withSchedulingSteps(action, by.apiHost, now, failure)),
      ...common,
      ...numbers.changes(),
    ];
  }
  const { place } = placing.placed;
  const target = targetAt(compute, place);
  const taskState = workRules['prepare-move'].ordered;
  return [
    ...placing.claims,
    { kind: 'migration-set', thing: { ...migration, target, updatedAt: now } },
    { kind: 'server-set', thing: { ...server, diskConfig, taskState, progress: 0, updatedAt: now } },
    actionSet(withSchedulingSteps(action, by.apiHost, now, null)),
    issueOrder(numbers, {
      id: command.newIds.order,
      serverId: id,
      host: target.host,
      work: { kind: 'prepare-move', migrationId: migration.id, search },
      actionId: action.id,
      now,
    }),
    ...common,
    ...numbers.changes(),
  ];
}

/** The order is seen by clients: lock, state, the host that it is on, the one that it is to go to, and how much there may be. */
function checkMove(compute: Compute, server: Server, command: MoveServer): void {
  const { flavor, host, by, configured } = command;
  checkMovable(compute, server, actionRules[flavor === null ? 'migrate' : 'resize'], by);
  if (host !== null) {
    if (!compute.services.ofHost(host)) refuse({ kind: 'host-not-found', host });
    if (host === server.place?.host) refuse({ kind: 'server-is-there-already', host });
  }
  const { projectId, userId } = server;
  if (flavor) checkLargerFlavor(compute, { projectId, userId, configured }, server.flavor, flavor);
}

/** What is asked before anything of what is wanted is looked at. */
export function checkMovable(compute: Compute, server: Server, rule: ActionRule, by: Requester): void {
  checkAction(server, rule, by);
  const { id, place } = server;
  if (place === null || migrationUnderWay(compute, server)) {
    refuse({ kind: 'server-state-invalid', id, action: rule.name });
  }
  if (!isHostUp(compute, place.host)) refuse({ kind: 'host-of-server-is-down', host: place.host });
}

function newMigration(numbers: GivenNumbers, server: Server, command: MoveServer): Migration {
  const { by, newIds, flavor, now } = command;
  assert(server.place, 'only a server that is somewhere goes elsewhere');
  return {
    id: newIds.migration,
    number: numbers.next('migrations'),
    serverId: server.id,
    type: flavor === null ? 'migration' : 'resize',
    status: 'pre-migrating',
    userId: by.userId,
    projectId: by.projectId,
    createdAt: now,
    updatedAt: null,
    source: server.place,
    target: null,
    oldFlavor: server.flavor,
    newFlavor: flavor ?? server.flavor,
    vmState: server.vmState,
  };
}

function searchFor(server: Server, { host, flavor, mayStay }: MoveServer): PlaceSearch {
  const isElsewhere = flavor === null || !mayStay;
  const { place } = server;
  return searchOf(server, { host, ignoredHosts: isElsewhere && place ? [place.host] : [] });
}

export interface WantedTarget {
  readonly server: Server;
  readonly migration: Migration;
  readonly search: PlaceSearch;
  readonly scheduling: SchedulerSettings;
  readonly now: Instant;
}

type FoundTarget = { readonly decision: Placed['decision'] } & (
  | { readonly placed: Placed; readonly claims: readonly PlacementChange[] }
  | { readonly placed: null; readonly message: string }
);

/** A host for a server that moves, with what Placement has to write: the migration holds what the server held, and the server what it takes there. */
export function findMoveTarget(cloud: ComputeCloud, wanted: WantedTarget): FoundTarget {
  const { server, migration, search, scheduling } = wanted;
  const request = placeRequestOf(
    { ...server, flavor: migration.newFlavor },
    { ...search, ignoredHosts: [...search.ignoredHosts, ...hostsWithLeftovers(cloud.compute, server.id)] },
  );
  const scheduled = schedule(schedulerViewOf(cloud), request, [server.id], scheduling);
  const { message } = noValidHost(notFound[migration.type]);
  if (!scheduled.isPlaced) return { placed: null, message, decision: scheduled.decision };
  const [placed] = scheduled.servers;
  assert(placed, 'one place was looked for');
  const { decision } = placed;
  const claims = claimsOf(cloud.placement, wanted, placed.allocations);
  return claims === null ? { placed: null, message, decision } : { placed, claims, decision };
}

const notFound = {
  resize: 'No valid host found for resize',
  migration: 'No valid host found for cold migrate',
  'live-migration': 'There are not enough hosts available.',
  evacuation: 'There are not enough hosts available.',
} as const satisfies Readonly<Record<Migration['type'], string>>;

/** Null where the source does not let go: it has less by now than is held of it. */
export function claimsOf(
  placement: World,
  { server, migration: { id }, now }: Pick<WantedTarget, 'server' | 'migration' | 'now'>,
  allocations: Placed['allocations'],
): readonly PlacementChange[] | null {
  const { projectId, userId } = server;
  const isHeld = placement.consumers.has(id);
  const held = isHeld ? undefined : placement.consumers.get(server.id);
  const old = (held?.allocations ?? []).map(({ provider, resourceClass, amount }) => {
    return { providerId: provider.id, resourceClass, amount };
  });
  const kept = { consumerId: id, projectId, userId, type: migrationConsumerType, allocations: old };
  try {
    return decide(placement, {
      kind: 'set-allocations',
      claims: [...(isHeld || old.length === 0 ? [] : [kept]), claimOf(server, allocations)],
      now,
    });
  } catch (thrown) {
    if (thrown instanceof Refusal) return null;
    throw thrown;
  }
}

/** Where the disks are sent is what the node has said of itself. */
export function targetAt({ nodes }: Compute, place: Placed['place']): NonNullable<Migration['target']> {
  return { ...place, address: nodes.get(place.nodeId)?.address ?? null };
}

/** What the original's conductor does is decided here. */
export function withSchedulingSteps(
  action: Action,
  apiHost: string,
  now: Instant,
  failure: StepFailure | null,
): Action {
  return ['conductor_migrate_server', 'cold_migrate'].reduce(
    (before, name) => withStepEnded(before, { name, host: apiHost, now }, failure),
    action,
  );
}
