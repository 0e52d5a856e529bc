import { acceptable } from '@berth/api-kit/accept.ts';
import type { Endpoint, MediaType } from '@berth/api-kit/endpoint.ts';
import { HttpError } from '@berth/api-kit/http-error.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** What an endpoint gives, in the type that the client likes best; a 406 where it takes none of them. */
export function checkAcceptedType(visit: Visit): void {
  const { gives } = visit.endpoint;
  if (gives === undefined) return;
  const accept = acceptOf(visit);
  // Nearly all want JSON, which every endpoint gives, and the header need not be taken apart to see it.
  if (accept === 'application/json') return;
  const offers = offered[gives];
  const [best] = acceptable(accept, offers);
  if (best === undefined) throw new HttpError(406, `Only ${offers.join(' or ')} is provided`);
  visit.mediaType = best as MediaType; // It is one of the offers.
}

/** Clients that take anything, or say nothing, get JSON. */
export function acceptOf({ request }: Visit): string {
  const accept = request.headers['accept'];
  return accept === undefined || accept === '' || accept === '*/*' ? 'application/json' : accept;
}

const offered: Readonly<Record<NonNullable<Endpoint<unknown>['gives']>, readonly MediaType[]>> = {
  json: ['application/json'],
  'json or text': ['application/json', 'text/plain'],
  'json or events': ['application/json', 'text/event-stream'],
};

/** Bodies are JSON, and say so; else a 415. */
export function checkSentType(visit: Visit): void {
  if (visit.endpoint.takes === undefined) return;
  const { contentType } = visit;
  if (contentType === 'application/json') return;
  throw new HttpError(415, `The media type ${contentType || 'None'} is not supported, use application/json`);
}
