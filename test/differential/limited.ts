import type { Difference } from './body-differences.ts';
import { candidatesAmong, candidatesIn } from './candidates-among.ts';
import type { Answer, Request } from './exchange.ts';

/** Whether which candidates come back is up to the server. */
export function isLimited(request: Request): boolean {
  return /^\/allocation_candidates\?(.*&)?limit=/.test(request.path);
}

export function withoutLimit(request: Request): Request {
  return { ...request, path: pathWithout('limit', request.path) };
}

/** A path without a parameter, however often it is given. */
export function pathWithout(parameter: string, path: string): string {
  const [place, ...query] = path.split('?');
  const given = query.join('?').split('&');
  const kept = given.filter((each) => !each.startsWith(`${parameter}=`)).join('&');
  return kept === '' ? `${place}` : `${place}?${kept}`;
}

/**
 * With a limit any candidates will do, as long as there are as many as the original gives, each is one of all
 * that there are (`full`, the original's answer without the limit), and the summaries are those of them.
 */
export function compareLimited(a: Answer, b: Answer, full: Answer): Difference[] {
  return candidatesAmong(candidatesIn(full), candidatesIn(a).allocation_requests.length, candidatesIn(b));
}
