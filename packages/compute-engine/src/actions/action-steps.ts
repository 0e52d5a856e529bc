import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { GivenNumbers } from '../given-numbers.ts';
import { type Action, type ActionEvent, actionId } from './action.ts';
import type { Requester } from './requester.ts';

export interface ActionRequest {
  readonly serverId: ConsumerId;
  readonly name: string;
  readonly by: Requester;
  readonly now: Instant;
}

/** An action that begins now. */
export function newAction(numbers: GivenNumbers, { serverId, name, by, now }: ActionRequest): Action {
  const { requestId, userId, projectId } = by;
  return {
    id: actionId(serverId, requestId),
    number: numbers.next('actions'),
    serverId,
    requestId,
    name,
    userId,
    projectId,
    startedAt: now,
    updatedAt: now,
    message: null,
    events: [],
  };
}

export function actionSet(action: Action): ComputeChange {
  return { kind: 'action-set', thing: action };
}

interface Step {
  readonly name: string;
  readonly host: string;
  readonly now: Instant;
}

/** With a step that has begun. A host may say so twice. */
export function withStepBegun(action: Action, { name, host, now }: Step): Action {
  if (action.events.some((event) => isUnderWay(event, { name, host }))) return action;
  const event = {
    name,
    host,
    startedAt: now,
    finishedAt: null,
    result: null,
    details: null,
    traceback: null,
  };
  return { ...action, updatedAt: now, events: [...action.events, event] };
}

/** With a step that has ended; one of which nobody has said that it began has begun now. What goes wrong in one of them is the action's. */
export function withStepEnded(action: Action, step: Step, failure: StepFailure | null = null): Action {
  const begun = withStepBegun(action, step);
  const events = begun.events.map((event): ActionEvent => {
    if (!isUnderWay(event, step)) return event;
    const { details = null, traceback = null } = failure ?? {};
    return { ...event, finishedAt: step.now, result: failure ? 'Error' : 'Success', details, traceback };
  });
  return { ...begun, updatedAt: step.now, events, message: failure ? 'Error' : begun.message };
}

/** The change by which all of an action that is under way has ended, since nobody goes on with it; none where nothing is. */
export function stepsGivenUp(action: Action, details: string, now: Instant): readonly ComputeChange[] {
  const failure = { details, traceback: details };
  const open = action.events.filter(({ finishedAt }) => finishedAt === null);
  if (open.length === 0) return [];
  const ended = open.reduce(
    (before, { name, host }) => withStepEnded(before, { name, host, now }, failure),
    action,
  );
  return [actionSet(ended)];
}

export interface StepFailure {
  readonly details: string;
  readonly traceback: string;
}

function isUnderWay(event: ActionEvent, { name, host }: Pick<Step, 'name' | 'host'>): boolean {
  return event.finishedAt === null && event.name === name && event.host === host;
}
