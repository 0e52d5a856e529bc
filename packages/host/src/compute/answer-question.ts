import type { HostQuestion, QuestionAnswer } from '@berth/client/compute/records.ts';
import type { Guests } from '../guests.ts';
import { onOneLine } from '../quote.ts';

/** As long as a console is told: what is older is left out. */
export const outputMax = 102_400;

/** What the driver knows of it. Never throws: whoever asks is told what is wrong. */
export async function answerQuestion(
  guests: Guests,
  { kind, server }: HostQuestion,
): Promise<QuestionAnswer> {
  // A newer service may want to know what this agent has never heard of.
  if (kind !== 'console-output' || guests.consoleOutput === undefined) return { kind: 'unsupported' };
  try {
    const output = await guests.consoleOutput(server);
    return output === null
      ? { kind: 'not there' }
      : { kind: 'told', output: output.slice(-outputMax).toWellFormed() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: onOneLine(message, 250).slice(0, 255).toWellFormed() };
  }
}
