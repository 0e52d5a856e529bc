import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { actionSet, type StepFailure, withStepEnded } from '../actions/action-steps.ts';
import type { Action } from '../actions/action.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Order } from '../orders/order.ts';
import type { ReportOrder } from '../orders/report-order.ts';
import type { Server } from '../servers/server.ts';
import type { TaskState } from '../servers/server-states.ts';
import { ruleOf, workRules } from '../servers/work-rules.ts';
import type { MoveWork } from './move-work.ts';

export type Changes = readonly (ComputeChange | PlacementChange)[];

/** A step of a move that a host has said something of. */
export interface MoveReport<Step extends MoveWork = MoveWork> {
  readonly order: Order;
  readonly work: Step;
  readonly server: Server;
  readonly migration: Migration;
  readonly command: Pick<ReportOrder, 'newOrderId' | 'settings' | 'now'>;
}

/** Then its hosts destroy what they have of it, and nothing else is to follow. */
export function isBeingDeleted({ orders }: Compute, { server, order }: MoveReport): boolean {
  return orders.ofServer(server.id).some(({ id, work: { kind } }) => id !== order.id && endings.has(kind));
}

const endings: ReadonlySet<string> = new Set(['destroy', 'drop-copy', 'detach-ports']);

/** Nobody has said meanwhile what the server is, nor asked for something else. */
export function isMoving({ taskState }: Server): boolean {
  return taskState !== null && movingTasks.has(taskState);
}

const movingTasks: ReadonlySet<TaskState> = new Set([
  'migrating',
  'resize_prep',
  'resize_migrating',
  'resize_migrated',
  'resize_finish',
]);

/** As it was before it moved. */
export function powerOf({ vmState }: Migration): 'running' | 'paused' | 'shutdown' {
  if (vmState === 'paused') return 'paused';
  return vmState === 'stopped' ? 'shutdown' : 'running';
}

export function stepEnded(
  compute: Compute,
  report: MoveReport,
  failure: StepFailure | null,
): readonly ComputeChange[] {
  return actionWith(compute, report, (action) => withOwnStep(action, report, failure));
}

export function withOwnStep(action: Action, report: MoveReport, failure: StepFailure | null): Action {
  const { order, work, migration, command } = report;
  const step = { name: ruleOf(work).event, host: order.host, now: command.now };
  const ended = withStepEnded(action, step, failure);
  // What was stopped is stopped again, which is a step of its own.
  const isStopped = work.kind === 'take-back' && migration.vmState === 'stopped';
  return isStopped && failure === null
    ? withStepEnded(ended, { ...step, name: workRules.stop.event })
    : ended;
}

export function actionWith(
  { actions }: Compute,
  { order: { actionId } }: MoveReport,
  change: (action: Action) => Action,
): readonly ComputeChange[] {
  const action = actionId === null ? undefined : actions.get(actionId);
  return action ? [actionSet(change(action))] : [];
}
