import { assert } from '@berth/engine/assert.ts';
import type { AllocationFacts, Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { actionSet, newAction, stepsGivenUp, withStepBegun, withStepEnded } from '../actions/action-steps.ts';
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
import { type Order, theService } from '../orders/order.ts';
import { refuse } from '../refusals.ts';
import { wordsOf } from '../scheduler/words-of.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { actionRules } from '../servers/action-rules.ts';
import { checkAction } from '../servers/check-action.ts';
import { claimOf } from '../servers/claim-of.ts';
import { orderGivenUp } from '../servers/order-given-up.ts';
import type { Server } from '../servers/server.ts';
import { serverOf } from '../servers/server-of.ts';
import { faultOf } from '../servers/work-done.ts';
import { eventOf, workRules } from '../servers/work-rules.ts';
import { evacuationTarget } from './evacuation-target.ts';
import { oldestForgotten } from './migration-changes.ts';
import { targetAt } from './move-server.ts';
import type { MoveWork } from './move-work.ts';
import { whatWasBegun } from './what-was-begun.ts';

/** A server whose host is down is made anew on another one. */
export interface EvacuateServer {
  readonly kind: 'evacuate-server';
  readonly id: ConsumerId;
  /** Where it has to go; null: anywhere else. */
  readonly host: string | null;
  /** Whether it has to go there whatever the scheduler says. */
  readonly isForced: boolean;
  /** Whether its machine is off afterwards, even where it was running. */
  readonly endsOff: boolean;
  /** Whether its disks are where the other host has them too; null: that host finds out. */
  readonly hasSharedDisks: boolean | null;
  readonly hasAskedPassword: boolean;
  readonly by: Requester;
  readonly newIds: { readonly migration: ConsumerId; readonly order: OrderId };
  readonly scheduling: SchedulerSettings;
  readonly now: Instant;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/**
 * The server stays where it is for as long as nothing has come of it: what it holds there and what it takes on its new host are both its own, and stay so
 * until its old host has come back and destroyed what it had (`leftovers.ts`). Whatever was being done with it is given up.
 */
export function evacuateServer(cloud: ComputeCloud, command: EvacuateServer): Changes {
  const { compute } = cloud;
  const { id, by, now } = command;
  checkEvacuation(compute, serverOf(compute, id), command);
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: actionRules.evacuate.name, by, now });
  const begun = whatWasBegun(cloud, serverOf(compute, id), numbers, now);
  const { server } = begun;
  const migration = newMigration(numbers, server, command);
  const found = evacuationTarget(cloud, server, { ...command, avoided: begun.hosts, held: begun.held });
  const held = [...begun.held, ...(found.placed?.allocations ?? [])];
  const claims = found.placed && claimed(cloud, server, begun.emptied, held, now);
  const step = { name: 'rebuild_server', host: by.apiHost, now };
  const common = [
    ...roomForAction(compute, id),
    ...found.decisions.map((decision) =>
      decisionKept(compute, server, { ...decision, at: now, reason: 'evacuate' }),
    ),
    ...oldestForgotten(compute, server),
  ];
  if (found.placed === null || claims === null) {
    const { message, isFatal } = found.failure;
    const details = found.decisions.map(wordsOf).join('\n') || message;
    const failed = withStepEnded(action, step, { details: message, traceback: details });
    const fault = faultOf({ message, details, now });
    // What is under way goes on: it may go well yet.
    if (begun.changes.length > 0) return [actionSet(failed), ...common, ...numbers.changes()];
    // What went wrong is kept of those that stay as they are, too: it is seen once somebody says that they are in error.
    const as = isFatal ? ({ ...server, vmState: 'error', taskState: null } as const) : server;
    return [
      { kind: 'migration-set', thing: { ...migration, status: 'error', updatedAt: now } },
      { kind: 'server-set', thing: { ...as, fault, updatedAt: now } },
      actionSet(failed),
      ...common,
      ...numbers.changes(),
    ];
  }
  const target = targetAt(compute, found.placed.place);
  const work = workOf(server, migration, command);
  return [
    ...claims,
    { kind: 'migration-set', thing: { ...migration, target } },
    {
      kind: 'server-set',
      thing: { ...server, taskState: workRules.evacuate.ordered, progress: 0, updatedAt: now },
    },
    actionSet(withStepEnded(action, step)),
    ...compute.orders
      .ofServer(id)
      .flatMap((order) => [...orderGivenUp(order, now), ...orderStepGivenUp(compute, order, now)]),
    ...begun.changes,
    issueOrder(numbers, {
      id: command.newIds.order,
      serverId: id,
      // Where it has ports at a network service, these are bound to the host before the machine is there.
      ...(server.ports.length === 0
        ? { host: target.host, work }
        : { host: theService, work: { kind: 'move-ports', next: work } as const }),
      actionId: action.id,
      now,
    }),
    ...common,
    ...numbers.changes(),
  ];
}

/** What a host has begun that is down comes to its end here, and with it all that it is a part of. */
function orderStepGivenUp({ actions }: Compute, order: Order, now: Instant): readonly ComputeChange[] {
  const { actionId, host, work, startedAt } = order;
  const action = actionId === null ? undefined : actions.get(actionId);
  if (!action) return [];
  const details = `Given up, since the server is evacuated from ${host}, which is down.`;
  const begun = startedAt === null ? action : withStepBegun(action, { name: eventOf(work), host, now });
  return stepsGivenUp(begun, details, now);
}

/** The order is seen by clients: the host that it is to go to, its state, and whether its own host is really down. */
function checkEvacuation(compute: Compute, server: Server, { host, by }: EvacuateServer): void {
  if (host !== null && !compute.services.ofHost(host)) refuse({ kind: 'target-host-not-found', host });
  // So it is told of a server that is nowhere, too.
  if (host === (server.place?.host ?? null)) refuse({ kind: 'target-is-source' });
  checkAction(server, actionRules.evacuate, by);
  const { id, place, taskState } = server;
  // In the original a server whose host is down is deleted at once; here it is deleted when the host is heard of, and stays so.
  if (taskState === 'deleting' || taskState === 'soft-deleting')
    refuse({ kind: 'server-in-state', id, action: 'evacuate', attribute: 'task_state', state: taskState });
  assert(place, 'an action on a host was refused otherwise');
  if (isHostUp(compute, place.host)) refuse({ kind: 'host-still-in-use', host: place.host });
}

function newMigration(numbers: GivenNumbers, server: Server, command: EvacuateServer): Migration {
  const { by, newIds, host, now } = command;
  assert(server.place, 'only a server that is somewhere goes elsewhere');
  return {
    id: newIds.migration,
    number: numbers.next('migrations'),
    serverId: server.id,
    type: 'evacuation',
    status: 'accepted',
    userId: by.userId,
    projectId: by.projectId,
    createdAt: now,
    updatedAt: null,
    source: server.place,
    target: null,
    ...(host === null ? {} : { askedHost: host }),
    oldFlavor: server.flavor,
    newFlavor: server.flavor,
    vmState: server.vmState,
  };
}

function workOf(server: Server, { id: migrationId }: Migration, command: EvacuateServer): MoveWork {
  const { endsOff, hasSharedDisks, hasAskedPassword } = command;
  return {
    kind: 'evacuate',
    migrationId,
    ...(endsOff || server.vmState === 'stopped' ? { endsOff: true } : {}),
    ...(hasSharedDisks === null ? {} : { hasSharedDisks }),
    ...(hasAskedPassword ? { hasAskedPassword: true } : {}),
  };
}

/** Null where there is no room after all. Who holds nothing any more is in `emptied`. */
function claimed(
  { placement }: ComputeCloud,
  server: Server,
  emptied: readonly ConsumerId[],
  held: readonly AllocationFacts[],
  now: Instant,
): readonly PlacementChange[] | null {
  const { projectId, userId } = server;
  const nothing = emptied.map((consumerId) => ({ consumerId, projectId, userId, allocations: [] }));
  try {
    return decide(placement, {
      kind: 'set-allocations',
      claims: [...nothing, claimOf(server, summed(held))],
      now,
    });
  } catch (thrown) {
    if (thrown instanceof Refusal) return null;
    throw thrown;
  }
}

/** A provider of which something is held twice is named once. */
function summed(held: readonly AllocationFacts[]): readonly AllocationFacts[] {
  const sums = new Map<string, AllocationFacts>();
  for (const each of held) {
    const key = `${each.providerId} ${each.resourceClass}`;
    sums.set(key, { ...each, amount: each.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()];
}
