import { acceptable } from './accept.ts';
import type { Endpoint, MediaType } from './endpoint.ts';
import { HttpError } from './http-error.ts';

/** What an endpoint gives, in the type that the client likes best; a 406 where it takes none of them. */
export function acceptedType(
  accept: string | undefined,
  gives: NonNullable<Endpoint<unknown>['gives']>,
): MediaType {
  const offers = offered[gives];
  // Nearly all want JSON, and the header need not be taken apart to see it.
  if (accept === 'application/json') return accept;
  const [best] = acceptable(accept, offers);
  if (best === undefined) throw new HttpError(406, `Only ${offers.join(' or ')} is provided`);
  return best as MediaType; // It is one of the offers.
}

const offered: Readonly<Record<NonNullable<Endpoint<unknown>['gives']>, readonly MediaType[]>> = {
  json: ['application/json'],
  'json or text': ['application/json', 'text/plain'],
  'json or events': ['application/json', 'text/event-stream'],
};

/** Bodies are JSON, and say so; else a 415. */
export function checkContentType(contentType: string | undefined): void {
  if (contentType !== 'application/json') {
    const given = contentType || 'None';
    throw new HttpError(415, `The media type ${given} is not supported, use application/json`);
  }
}
