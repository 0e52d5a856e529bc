import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { actionRules } from './action-rules.ts';
import { migrationUnderWay } from '../moves/migration-changes.ts';
import { refuse } from '../refusals.ts';
import { checkAction } from './check-action.ts';
import { isOffloadable } from './is-offloadable.ts';
import { orderWork } from './order-work.ts';
import { serverOf } from './server-of.ts';
import { taskOf } from './work-rules.ts';

export interface ShelveServer {
  readonly kind: 'shelve-server';
  readonly id: ConsumerId;
  /** An image that was begun for it; null: it has a volume. */
  readonly imageId: string | null;
  /** Whether it leaves its host at once. */
  readonly isOffloaded: boolean;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** Its host stops it, makes an image of it, and lets it go. What has a volume needs no image, and goes at once. */
export function shelveServer(compute: Compute, command: ShelveServer): readonly ComputeChange[] {
  const { id, imageId, isOffloaded, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const rule = actionRules.shelve;
  checkAction(server, rule, by);
  // Somebody has said that it is active; it is still on its way.
  if (migrationUnderWay(compute, server)) refuse({ kind: 'server-state-invalid', id, action: rule.name });
  const work =
    imageId === null
      ? ({ kind: 'offload', isShelving: false } as const)
      : ({ kind: 'shelve', imageId, isOffloaded } as const);
  return orderWork(compute, { server, work, name: rule.name, by, orderId, now });
}

export interface OffloadServer {
  readonly kind: 'offload-server';
  readonly id: ConsumerId;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** A shelved server leaves its host. */
export function offloadServer(compute: Compute, command: OffloadServer): readonly ComputeChange[] {
  const { id, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const rule = actionRules.offload;
  checkAction(server, rule, by);
  const work = { kind: 'offload', isShelving: false } as const;
  return orderWork(compute, { server, work, name: rule.name, by, orderId, now });
}

/** The same, since it has been shelved for long: nobody has asked for it. */
export interface SweepShelved {
  readonly kind: 'sweep-shelved';
  readonly id: ConsumerId;
  /** Only if it was shelved by then. */
  readonly since: Instant;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** It is a step of what was last done with it, as in the original. */
export function sweepShelved(compute: Compute, command: SweepShelved): readonly ComputeChange[] {
  const { id, since, newOrderId, now } = command;
  const server = compute.servers.get(id);
  if (!server?.place || !isOffloadable(server, since)) return [];
  const work = { kind: 'offload', isShelving: false } as const;
  const [last] = compute.actions.ofServer(id);
  const numbers = new GivenNumbers(compute);
  const { host } = server.place;
  return [
    { kind: 'server-set', thing: { ...server, taskState: taskOf(work), updatedAt: now } },
    issueOrder(numbers, { id: newOrderId, serverId: id, host, work, actionId: last?.id ?? null, now }),
    ...numbers.changes(),
  ];
}
