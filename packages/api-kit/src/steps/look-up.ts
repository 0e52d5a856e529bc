import { contextOf } from '../context-of.ts';
import type { Visit } from '../visit.ts';

/**
 * What the request is about, which the rule may ask about as well: the project of a server. So what is not there is 404 before
 * it is 403, and so is what the endpoint does not let the caller know of.
 */
export function lookUp(visit: Visit): void {
  const { endpoint } = visit;
  if (endpoint.find !== undefined) visit.found = endpoint.find(contextOf(visit), visit.input);
}
