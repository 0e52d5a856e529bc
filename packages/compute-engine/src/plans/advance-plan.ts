import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { ComputeRefusal } from '../refusals.ts';
import type { MoveAsking, PlanMover } from './plan-mover.ts';
import { PlanProgress } from './plan-progress.ts';
import type { KeptMove } from './plan.ts';

/** Sees what has become of the moves of a plan, and begins the next one, if there may be one more. */
export interface AdvancePlan extends MoveAsking {
  readonly kind: 'advance-plan';
  readonly id: PlanId;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/**
 * What a step of a plan is, and what is done for it, is one decision: so a plan that was running when a process ended goes on where it was, and no move is
 * made twice. At most one thing is asked for in a decision, since the next has to see what came of it. Nothing changes where there is nothing to do.
 */
export function advancePlan(cloud: ComputeCloud, command: AdvancePlan, mover: PlanMover): Changes {
  const plan = cloud.compute.plans.get(command.id);
  if (!plan) return [];
  const progress = new PlanProgress(cloud.compute, plan, command.now);
  const confirmed = seeWhatBecame(cloud, command, mover, progress);
  const begun = confirmed ?? beginNext(cloud, command, mover, progress);
  return [...(begun ?? []), ...progress.changes()];
}

/** Answers with the changes that confirm a move, if one is to be confirmed. */
function seeWhatBecame(
  cloud: ComputeCloud,
  command: AdvancePlan,
  mover: PlanMover,
  progress: PlanProgress,
): Changes | null {
  let confirmed: Changes | null = null;
  for (const number of progress.in('moving')) {
    const move = progress.move(number);
    const outcome = mover.progressOf(cloud, move);
    if (outcome.kind === 'done') progress.end(number, 'done', null);
    if (outcome.kind === 'failed') progress.end(number, 'failed', outcome.message);
    if (outcome.kind === 'to-be-confirmed' && confirmed === null) {
      const asked = unlessRefused(() => mover.confirm(cloud, move, command));
      // Its old host may be away just now; it is asked again.
      if (typeof asked !== 'string') confirmed = asked;
    }
  }
  return confirmed;
}

/** Answers with the changes that begin a move, if one is begun. */
function beginNext(
  cloud: ComputeCloud,
  command: AdvancePlan,
  mover: PlanMover,
  progress: PlanProgress,
): Changes | null {
  for (const number of progress.in('waiting')) {
    const { state, counts, options } = progress.plan;
    if (state !== 'running' || counts.moving >= options.atOnceMax) return null;
    const move = progress.move(number);
    const isInVain = skippedSince(cloud, move, progress);
    if (isInVain !== null) {
      progress.end(number, 'skipped', isInVain);
      continue;
    }
    if (move.after.some((each) => progress.move(each).state !== 'done')) continue;
    const begun = unlessRefused(() => mover.begin(cloud, move, command));
    if (begun !== null && typeof begun !== 'string') {
      progress.begin(number, command.newIds.migration);
      return begun;
    }
    // Those that are under way hold what they leave, too: when they are there, it may fit.
    if (begun === null && counts.moving > 0) return null;
    progress.end(
      number,
      'failed',
      begun ?? `No room on ${move.to.host}, or it is not for this server any more.`,
    );
  }
  return null;
}

/** Why there is nothing to be moved any more. */
function skippedSince({ compute }: ComputeCloud, move: KeptMove, progress: PlanProgress): string | null {
  const server = compute.servers.get(move.serverId);
  if (!server || server.deletedAt !== null) return 'The server is gone.';
  const { host } = move.from;
  if (server.place?.host !== host) return `It is not on ${host} any more.`;
  const missed = move.after.find((each) => ['failed', 'skipped'].includes(progress.move(each).state));
  return missed === undefined ? null : `Step ${missed} was not made, which was to make room.`;
}

/** A text: why it was refused. */
function unlessRefused<Result>(decide: () => Result): Result | string {
  try {
    return decide();
  } catch (thrown) {
    if (thrown instanceof ComputeRefusal) return refusalWords(thrown);
    if (thrown instanceof Refusal) return `Placement has refused it: ${thrown.reason.kind}.`;
    throw thrown;
  }
}

function refusalWords({ reason }: ComputeRefusal): string {
  switch (reason.kind) {
    case 'server-in-state':
      return `It is ${reason.state}, in which it cannot be moved.`;
    case 'server-state-invalid':
      return 'It cannot be moved as it is now.';
    default:
      return `It was refused: ${reason.kind}.`;
  }
}
