import { ServiceError } from '@berth/client/service-error.ts';
import { CommandFailure } from './command-failure.ts';
import { complaintOf } from './complaint-of.ts';

/** What is done with each of several things, and how that is told where it fails. */
export interface EachWork {
  /** 'delete'. */
  readonly verb: string;
  /** 'flavor', and of several 'flavors'. */
  readonly noun: string;
  readonly complain: (text: string) => void;
}

/** Does it with all of them, whatever becomes of one; afterwards it is told which failed. Of one alone the failure is told as it is. */
export async function forEach(
  names: readonly string[],
  { verb, noun, complain }: EachWork,
  work: (name: string) => Promise<unknown>,
): Promise<void> {
  if (names.length === 1) {
    await work(names[0] ?? '');
    return;
  }
  let failed = 0;
  for (const name of names) {
    try {
      await work(name);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof CommandFailure)) throw error;
      failed += 1;
      complain(`Failed to ${verb} ${noun} with name or ID '${name}': ${reasonOf(error)}`);
    }
  }
  if (failed > 0) throw new CommandFailure(`${failed} of ${names.length} ${noun}s failed to ${verb}.`);
}

function reasonOf(error: ServiceError | CommandFailure): string {
  if (error instanceof CommandFailure) return error.message;
  return complaintOf(error);
}
