import { type AuthOutcome, nobody } from '../caller.ts';
import { HttpError } from '../http-error.ts';
import type { ApiResponse } from '../response.ts';
import type { Visit } from '../visit.ts';
import { respondToFailure } from './respond.ts';

/** Finds out who is asking: before anything else, so that of a stranger no body is read. Null: it is known; else the answer. */
export function authenticate(visit: Visit): ApiResponse | null | Promise<ApiResponse | null> {
  const { service, request } = visit;
  if (service.dialect.isOpen(visit.pathText)) {
    visit.caller = nobody;
    return null;
  }
  try {
    const outcome = service.authenticate(request.headers);
    if (!(outcome instanceof Promise)) return judge(visit, outcome);
    return outcome.then(
      (known) => judge(visit, known),
      (thrown) => respondToFailure(visit, thrown),
    );
  } catch (thrown) {
    return respondToFailure(visit, thrown);
  }
}

function judge(visit: Visit, outcome: AuthOutcome): ApiResponse | null {
  const { service, request } = visit;
  switch (outcome.kind) {
    case 'caller':
      if (outcome.caller !== nobody) request.onIdentified?.();
      visit.caller = outcome.caller;
      return null;
    case 'unauthenticated':
      return service.dialect.renderUnauthenticated(visit, outcome.challenge);
    case 'unavailable':
      service.onUnavailable(outcome.reason, visit.requestId);
      return respondToFailure(visit, cannotAuthenticate);
    default:
      return outcome satisfies never;
  }
}

const cannotAuthenticate = new HttpError(
  503,
  'Whether the token is valid cannot be found out at the moment.',
  {
    headers: { 'retry-after': '5' },
  },
);
