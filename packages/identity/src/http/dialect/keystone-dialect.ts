import { nobody } from '@berth/api-kit/caller.ts';
import type { Dialect } from '@berth/api-kit/dialect.ts';
import { badRequest, HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import { checkPolicy } from '@berth/api-kit/steps/check-policy.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import { lookUp } from '@berth/api-kit/steps/look-up.ts';
import { readJson } from '@berth/api-kit/steps/read-json.ts';
import { takeInput } from '@berth/api-kit/steps/take-input.ts';
import type { Visit } from '@berth/api-kit/visit.ts';
import { expecting, unauthorized } from '../../login/log-in.ts';
import { versions } from '../versions.ts';
import { renderError, renderFailure, unknownMethod, unknownPath } from './render-error.ts';

/**
 * How Keystone speaks HTTP. It has no microversions. Who has no token, or a bad one, is nobody: paths and methods are looked for all the
 * same, and only what is for nobody else says no (401). Then comes the body as such, then the rule, and only then what the body says.
 */
export const keystoneDialect: Dialect<typeof versions.history> = {
  versions,
  isOpen: () => false,
  check,
  heeds: ['input', 'find'],
  namedVersion: () => null,
  refusals: {
    unknownPath: () => notFound('There is nothing at this path.'),
    unknownMethod: (allowed) =>
      new HttpError(405, 'The method is not allowed for the requested URL.', {
        headers: { allow: [...allowed, 'OPTIONS'].join(', ') },
      }),
    notAtThisVersion: () => notFound('There is nothing at this path.'),
    malformedQuery: () => badRequest('Query string is not UTF-8 encoded'),
    forbidden: (rule) => forbidden(rule),
  },
  complete: (headers, { requestId }) => {
    headers['vary'] = 'X-Auth-Token';
    headers['x-openstack-request-id'] = requestId;
  },
  renderError: (error, visit) => {
    const answer = renderError(error);
    const { status, headers } = answer;
    if (status === 401) return { ...answer, headers: { ...headers, 'www-authenticate': challengeOf(visit) } };
    if (status === 405) return { ...answer, body: unknownMethod };
    if (status !== 404 || visit.path !== undefined) return answer;
    return {
      ...answer,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: unknownPath,
    };
  },
  // Its callers are never refused before their path is known.
  renderUnauthenticated: (visit) =>
    renderError(
      new HttpError(401, unauthorized().detail, { headers: { 'www-authenticate': challengeOf(visit) } }),
    ),
  renderFailure,
};

export function forbidden(action: string): HttpError {
  return new HttpError(403, `You are not authorized to perform the requested action: ${action}.`);
}

function challengeOf({ request: { origin, prefix = '' } }: Visit): string {
  return `Keystone uri="${origin}${prefix}/v3"`;
}

function check(visit: Visit): void | Promise<void> {
  findPath(visit, segmentsOf(visit));
  findMethod(visit);
  visit.version = 0 as VersionIndex; // There is one.
  findEndpoint(visit);
  if (visit.endpoint.policy !== null && visit.caller === nobody) throw unauthorized();
  refuseLarge(visit);
  const waiting = readBodyAsJson(visit);
  return waiting === undefined ? checkCaller(visit) : waiting.then(() => checkCaller(visit));
}

/** One slash at the end is none. */
function segmentsOf(visit: Visit): string[] {
  const segments = visit.segments();
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return segments;
}

/** As the original's are: the largest body takes as long as some rules, and who logs in is anybody. */
const bodyMax = 112 * 1024;

function refuseLarge({ request: { body }, caller }: Visit): void {
  if (body.length !== null && body.length > bodyMax) throw tooLarge();
  if (body.length === null && caller === nobody)
    throw new HttpError(411, 'How long the body is has to be said.');
}

const readBodyAsJson = readJson(['POST', 'PUT', 'PATCH'], () =>
  badRequest(expecting('valid JSON', 'request body')),
);

function checkCaller(visit: Visit): void | Promise<void> {
  const { json, body } = visit;
  if (body !== null && body.length > bodyMax) throw tooLarge();
  if (json !== undefined && !isObject(json)) throw badRequest(expecting('valid JSON', 'request body'));
  lookUp(visit);
  checkPolicy(visit);
  return takeInput(visit);
}

function tooLarge(): HttpError {
  return new HttpError(413, `A body has ${bodyMax} bytes at most.`);
}
