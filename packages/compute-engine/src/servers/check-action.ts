import type { Requester } from '../actions/requester.ts';
import { refuse } from '../refusals.ts';
import type { ActionRule } from './action-rules.ts';
import type { Server } from './server.ts';

/** Refuses what may not be asked of a server now. The order is seen by clients: lock, state, task, whether it ever ran, and whether it is anywhere. */
export function checkAction(server: Server, rule: ActionRule, { isAdmin }: Pick<Requester, 'isAdmin'>): void {
  const { id, vmState, taskState } = server;
  const { name: action } = rule;
  if (rule.lock === 'told as a state' && server.lock && !isAdmin) {
    refuse({ kind: 'server-state-invalid', id, action });
  }
  if (rule.lock === undefined) checkLock(server, { isAdmin });
  const isNowhere = server.place === null && rule.needsHost !== false;
  if (isNowhere && rule.asksForHostFirst) refuse({ kind: 'server-not-ready', id });
  if (!rule.vmStates.includes(vmState)) {
    refuse({ kind: 'server-in-state', id, action, attribute: 'vm_state', state: vmState });
  }
  if (taskState !== null && !rule.mayBeBusy && !rule.taskStates?.includes(taskState)) {
    refuse({ kind: 'server-in-state', id, action, attribute: 'task_state', state: taskState });
  }
  if (server.launchedAt === null) refuse({ kind: 'server-state-invalid', id, action });
  // One that was offloaded, and of which an administrator then said that it is something else.
  if (isNowhere) refuse({ kind: 'server-not-ready', id });
}

/** A lock is heeded by all but administrators, whoever has set it. */
export function checkLock({ id, lock }: Server, { isAdmin }: Pick<Requester, 'isAdmin'>): void {
  if (lock && !isAdmin) refuse({ kind: 'server-is-locked', id });
}
