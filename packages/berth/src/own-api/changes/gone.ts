import type { Answer } from '@berth/api-kit/endpoint.ts';

/** What a client needs that cannot go on where it was. */
export interface Gone {
  /** The newest change: the state as it is read from now on has it, and all before. */
  readonly start_from: number;
  /** The changes after this one are kept. */
  readonly kept_after: number;
}

/**
 * The changes that were asked for are not kept any more, or never were in this ledger. Always JSON: a client of events
 * needs the number as well.
 */
export function goneAnswer(after: number, gone: Gone, requestId: string, isOtherHistory = false): Answer {
  const { start_from, kept_after } = gone;
  const reason = isOtherHistory
    ? `Change ${after} of this ledger is another one now: it has come back without changes that it had.`
    : after > start_from
      ? `There is no change ${after} in this ledger: its newest is ${start_from}.`
      : `Changes up to ${kept_after} are not kept any more, and those after ${after} were asked for.`;
  const detail = `${reason} Read the state, and then the changes after ${start_from}.`;
  const error = { status: 410, title: 'Gone', detail, code: goneCode, request_id: requestId, ...gone };
  return { status: 410, body: JSON.stringify({ errors: [error] }) };
}

const goneCode = 'berth.changes.gone';
