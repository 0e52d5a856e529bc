import { assert } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction, withStepEnded } from '../actions/action-steps.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import type { Limits } from '../quotas/limits.ts';
import { firstBuildOrder } from './build-order.ts';
import { countOfNewServers } from './check-new-servers.ts';
import { claimOf } from './claim-of.ts';
import { findPlaces, type WantedPlaces } from './find-places.ts';
import { inError } from './in-error.ts';
import { type NewServer, newServer } from './new-server.ts';
import { keptHints } from './search-of.ts';
import type { Server } from './server.ts';

/** Some servers that are alike: at least so many, and at most as many as there are ids for. */
export interface CreateServers extends WantedPlaces {
  readonly kind: 'create-servers';
  readonly asked: NewServer;
  readonly least: number;
  readonly most: number;
  /** For as many as may be made at one time: fewer than the most that was asked for, where that is more. */
  readonly newIds: readonly { readonly server: ConsumerId; readonly order: OrderId }[];
  /** Whether they are to have a password that somebody has chosen. */
  readonly hasAskedPassword?: boolean;
  readonly by: Requester;
  readonly configured: Limits;
  readonly now: Instant;
}

/**
 * The servers, what they hold in Placement and what their hosts have to do, as one decision. Where there is no host for one of them they
 * are made all the same, in error: clients look there for what became of their request.
 */
export function createServers(
  cloud: ComputeCloud,
  command: CreateServers,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  const { asked, by, now } = command;
  const numbers = new GivenNumbers(compute);
  const ids = command.newIds.slice(0, countOfNewServers(compute, command));
  const made = ids.map(({ server: id }, index) => {
    return newServer(
      { ...asked, ...keptHints(command.search.hints) },
      { id, index, count: ids.length, number: numbers.next('servers'), now },
    );
  });
  const placing = findPlaces(cloud, made, command);
  const actions = made.map(({ id }) => newAction(numbers, { serverId: id, name: 'create', by, now }));
  if (!placing.isPlaced) {
    const { fault, details, decision } = placing;
    const step = { name: 'conductor_schedule_and_build_instances', host: by.apiHost, now };
    return [
      ...made.map((server) => serverSet(inError({ ...server, ports: [] }, { ...fault, details, now }))),
      ...actions.map((action) =>
        actionSet(withStepEnded(action, step, { details: fault.message, traceback: details })),
      ),
      ...made.map((server) => decisionKept(compute, server, { ...decision, at: now, reason: 'create' })),
      ...groupWith(compute, command, made),
      ...numbers.changes(),
    ];
  }
  const { search, hasAskedPassword } = command;
  const building = { search, ...(hasAskedPassword ? ({ hasAskedPassword } as const) : {}) };
  const changes: ComputeChange[] = [];
  for (const [index, server] of made.entries()) {
    const [action, ids] = [actions[index], command.newIds[index]];
    const [addresses, placed] = [placing.addresses[index], placing.servers[index]];
    assert(action && ids && addresses && placed, 'there is one of each for every server');
    const { place, decision } = placed;
    const begun = { ...server, addresses, place, rootDeviceName: rootDeviceOf(server) };
    changes.push(
      serverSet(begun),
      actionSet(action),
      decisionKept(compute, server, { ...decision, at: now, reason: 'create' }),
      firstBuildOrder(numbers, { id: ids.order, server: begun, building, actionId: action.id, now }),
    );
  }
  const claims = placing.servers.map(({ id, allocations }) => claimOf({ ...asked, id }, allocations));
  return [
    ...decide(cloud.placement, { kind: 'set-allocations', claims, now }),
    ...changes,
    ...groupWith(compute, command, made),
    ...numbers.changes(),
  ];
}

function groupWith(
  { serverGroups }: Compute,
  { asked: { groupId } }: CreateServers,
  made: readonly Server[],
): readonly ComputeChange[] {
  const group = groupId === null ? undefined : serverGroups.get(groupId);
  if (!group) return [];
  const members = [...group.members, ...made.map(({ id }) => id)];
  return [{ kind: 'server-group-set', thing: { ...group, members } }];
}

function serverSet(thing: Server): ComputeChange {
  return { kind: 'server-set', thing };
}

/** What its first disk is called, unless the image says it. */
function rootDeviceOf({ image }: Server): string {
  return image?.properties['img_root_device_name'] ?? image?.properties['root_device_name'] ?? '/dev/sda';
}
