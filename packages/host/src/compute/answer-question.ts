import { diagnosticsText, type GuestDiagnostics } from '@berth/client/compute/diagnostics.ts';
import type { HostQuestion, QuestionAnswer } from '@berth/client/compute/records.ts';
import { onOneLine } from '@berth/client/quote.ts';
import type { Guests } from '../guests.ts';

/** As long as a console is told: what is older is left out. */
export const outputMax = 102_400;

/** What the driver knows of it. Never throws: whoever asks is told what is wrong. */
export async function answerQuestion(guests: Guests, question: HostQuestion): Promise<QuestionAnswer> {
  const asked = askedOf(guests, question);
  if (asked === null) return { kind: 'unsupported' };
  try {
    const output = await asked();
    return output === null
      ? { kind: 'not there' }
      : { kind: 'told', output: output.slice(-outputMax).toWellFormed() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: onOneLine(message, 250).slice(0, 255).toWellFormed() };
  }
}

/** Null where the driver cannot tell, or a newer service wants to know what this agent has never heard of. */
function askedOf(
  guests: Guests,
  { kind, server = '', node = '' }: HostQuestion,
): (() => Promise<string | null>) | null {
  switch (kind) {
    case 'console-output':
      return guests.consoleOutput === undefined
        ? null
        : async () => (await guests.consoleOutput?.(server)) ?? null;
    case 'uptime':
      return guests.uptime === undefined ? null : async () => (await guests.uptime?.(node)) ?? null;
    case 'diagnostics':
      return guests.diagnostics === undefined ? null : async () => textOf(await guests.diagnostics?.(server));
    default:
      return null;
  }
}

function textOf(diagnostics: GuestDiagnostics | null | undefined): string | null {
  return diagnostics ? diagnosticsText(diagnostics) : null;
}
