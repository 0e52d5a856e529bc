import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import { CommandFailure } from '../../command/command-failure.ts';
import { complaintOf } from '../../command/complaint-of.ts';
import type { Step } from '../step.ts';
import { changes, stepLine } from '../telling/plan-text.ts';

export interface Applying {
  readonly carryOut: (step: Step) => Promise<void>;
  readonly progress: (text: string) => void;
  /** Whether somebody wants it to end; the step that is under way is carried out. */
  readonly isStopped: () => boolean;
}

/** So many steps are told one by one where not all could be carried out. */
const toldMax = 20;

/** Carries all steps out, up to the first that fails; then it is told why, what was done and what was not. */
export async function applyPlan(
  steps: readonly Step[],
  { carryOut, progress, isStopped }: Applying,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (isStopped()) throw new CommandFailure('It was asked to stop.', ...account(steps, index, false));
    progress(`${index + 1} of ${steps.length}: ${stepLine(step)}`);
    try {
      await carryOut(step);
    } catch (error) {
      const { reason, isOpen } = failureOf(error);
      throw new CommandFailure(`${stepLine(step)}: ${reason}`, ...account(steps, index, isOpen));
    }
  }
  progress('');
}

/** `isOpen`: it may have been done all the same. */
function failureOf(error: unknown): { readonly reason: string; readonly isOpen: boolean } {
  if (error instanceof ServiceError) return { reason: complaintOf(error), isOpen: false };
  if (error instanceof Unreachable) return { reason: error.message, isOpen: !error.isUnsent };
  throw error;
}

function account(steps: readonly Step[], doneCount: number, isOpen: boolean): readonly string[] {
  const [done, rest] = [steps.slice(0, doneCount), steps.slice(doneCount)];
  return [
    ...told('Done', done),
    ...told('Not done', rest),
    ...(isOpen ? ['There was no answer to the first of these: it may have been done, or a part of it.'] : []),
    'Once the reason is gone, the same command does the rest.',
  ];
}

function told(what: string, steps: readonly Step[]): readonly string[] {
  if (steps.length === 0) return [`${what}: nothing.`];
  const more = steps.length - toldMax;
  return [
    `${what}: ${changes(steps.length)}.`,
    ...steps.slice(0, toldMax).map((step) => `  ${stepLine(step)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
