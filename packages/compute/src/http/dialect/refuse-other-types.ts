import { HttpError } from '@berth/api-kit/http-error.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** Bodies are JSON, whether they say so or say nothing. Another type is refused, with whatever method. */
export function refuseOtherTypes({ contentType }: Visit): void {
  if (contentType === undefined || contentType === '' || taken.has(contentType)) return;
  throw new HttpError(415, 'Unsupported Content-Type');
}

const taken: ReadonlySet<string> = new Set([
  'application/json',
  'application/vnd.openstack.compute+json',
  'text/plain',
]);
