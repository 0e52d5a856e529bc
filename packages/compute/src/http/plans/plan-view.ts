import type { Instant } from '@berth/engine/ids.ts';
import type { KeptMove, Plan, StuckServers } from '@berth/compute-engine/plans/plan.ts';
import type { PlanGoal } from '@berth/compute-engine/plans/plan-request.ts';
import type { MovePlace } from '@berth/compute-engine/plans/planned-move.ts';
import type { RuleStep, StuckReason } from '@berth/compute-engine/plans/stuck-reason.ts';
import { shownSecond } from '../shown-second.ts';
import { reasonWords } from './reason-words.ts';

/** A plan as lists show it. */
export function planSummary(plan: Plan) {
  const { id, userId, projectId, createdAt, updatedAt, goal, state, message, options } = plan;
  const { kinds, leftAlone, movesMax, atOnceMax, onFailure } = options;
  return {
    id,
    created_by: { user_id: userId, project_id: projectId },
    created_at: shownSecond(createdAt),
    updated_at: secondOrNull(updatedAt),
    ...goalView(goal),
    kinds,
    leave_alone: leftAlone,
    max_moves: movesMax,
    at_once: atOnceMax,
    on_failure: onFailure,
    state,
    message,
    moves: { total: plan.moveCount, at_least: plan.movesLeast, ...plan.counts },
    stuck_servers: plan.stuckCount,
    strangers: plan.strangerCount,
    fullest: plan.fullest,
    changed_meanwhile: plan.isOfManyMoments,
  };
}

/** All of it, with some of its steps. */
export function planView(plan: Plan, steps: readonly KeptMove[], first: number) {
  return {
    ...planSummary(plan),
    stuck: plan.stuck.map(stuckView),
    strangers_named: plan.strangers.map(({ consumerId, host }) => ({ consumer: consumerId, host })),
    steps: steps.map((step, index) => stepView(step, first + index)),
  };
}

function goalView(goal: PlanGoal) {
  return goal.kind === 'empty'
    ? { empty: { hosts: goal.hosts }, spread: null }
    : { empty: null, spread: { tolerance: goal.tolerance } };
}

function stepView(step: KeptMove, number: number) {
  return {
    number,
    server: step.serverId,
    kind: step.kind,
    from: placeView(step.from),
    to: placeView(step.to),
    purpose: step.purpose,
    after: step.after,
    state: step.state,
    started_at: secondOrNull(step.startedAt),
    ended_at: secondOrNull(step.endedAt),
    migration: step.migrationId,
    message: step.message,
  };
}

function placeView({ host, nodeName }: MovePlace) {
  return { host, node: nodeName };
}

function stuckView({ reason, servers }: StuckServers) {
  return { reason: reason.kind, text: reasonWords(reason), ...reasonView(reason), servers };
}

function reasonView(reason: StuckReason): object {
  switch (reason.kind) {
    case 'state':
      return { vm_state: reason.vmState, task_state: reason.taskState };
    case 'nowhere':
      return { if_empty: rulesView(reason.ifEmpty) };
    case 'no-room':
      return {
        rules: rulesView(reason.steps),
        if_empty: rulesView(reason.ifEmpty),
        nearest: reason.nearest.map(({ host, inTheWay }) => ({ host, in_the_way: inTheWay })),
        at_least: reason.isCut,
      };
    default:
      return {};
  }
}

function rulesView(steps: readonly RuleStep[]) {
  return steps.map(({ rule, hostsLeft }) => ({ rule, hosts_left: hostsLeft }));
}

function secondOrNull(instant: Instant | null): string | null {
  return instant === null ? null : shownSecond(instant);
}
