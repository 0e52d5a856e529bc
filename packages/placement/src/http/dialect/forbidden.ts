import { HttpError } from '@berth/api-kit/http-error.ts';

/** The answer to a caller that the rule does not allow. */
export function forbidden(rule: string): HttpError {
  return new HttpError(403, `Policy does not allow ${rule} to be performed.`);
}
