import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction, withStepEnded } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';

export interface LockServer {
  readonly kind: 'lock-server';
  readonly id: ConsumerId;
  readonly reason: string | null;
  readonly by: Requester;
  readonly now: Instant;
}

/** Somebody of its own project leaves a lock that is there as it is, whoever has set it; others replace it. */
export function lockServer(compute: Compute, { id, reason, by, now }: LockServer): readonly ComputeChange[] {
  const server = serverOf(compute, id);
  const isOwner = isOfItsProject(server, by);
  if (server.lock && isOwner) return [];
  const lock = { by: isOwner ? 'owner' : 'admin', reason } as const;
  return withLock(compute, { ...server, lock }, 'lock', by, now);
}

export interface UnlockServer {
  readonly kind: 'unlock-server';
  readonly id: ConsumerId;
  readonly by: Requester;
  readonly now: Instant;
}

export function unlockServer(compute: Compute, { id, by, now }: UnlockServer): readonly ComputeChange[] {
  return withLock(compute, { ...serverOf(compute, id), lock: null }, 'unlock', by, now);
}

/** Whether a lock is one that the caller would set: to take away others is a matter of its own. */
export function isOwnLock(server: Server, by: Pick<Requester, 'projectId'>): boolean {
  return server.lock === null || server.lock.by === (isOfItsProject(server, by) ? 'owner' : 'admin');
}

function isOfItsProject({ projectId }: Server, by: Pick<Requester, 'projectId'>): boolean {
  return projectId === by.projectId;
}

function withLock(
  compute: Compute,
  server: Server,
  name: 'lock' | 'unlock',
  by: Requester,
  now: Instant,
): readonly ComputeChange[] {
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: server.id, name, by, now });
  return [
    { kind: 'server-set', thing: { ...server, updatedAt: now } },
    ...roomForAction(compute, server.id),
    actionSet(withStepEnded(action, { name: `api_${name}`, host: by.apiHost, now })),
    ...numbers.changes(),
  ];
}
