import type { Dialect } from '@berth/api-kit/dialect.ts';
import { badRequest, HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { Microversions } from '@berth/api-kit/microversions.ts';
import { emptyBody } from '@berth/api-kit/request.ts';
import { checkPolicy } from '@berth/api-kit/steps/check-policy.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import { lookUp } from '@berth/api-kit/steps/look-up.ts';
import { negotiateVersion } from '@berth/api-kit/steps/negotiate-version.ts';
import { readJson } from '@berth/api-kit/steps/read-json.ts';
import { takeInput } from '@berth/api-kit/steps/take-input.ts';
import type { Visit } from '@berth/api-kit/visit.ts';
import { isOpenPath } from '../versions.ts';
import { refuseOtherPatches } from './refuse-other-patches.ts';
import { forbidden } from './remarked-error.ts';
import { renderError } from './render-error.ts';

/**
 * How Glance speaks HTTP: it has no microversions; bodies are read and taken apart before anything is looked up, and only then the rule
 * is asked. What an upload sends is not read here at all.
 */
export const glanceDialect: Dialect = {
  versions: new Microversions('image', [
    ['2.0', 'The only one: nothing depends on which of them a client means.'],
  ]),
  isOpen: isOpenPath,
  check,
  heeds: ['takes', 'input', 'find'],
  namedVersion: () => null,
  refusals: {
    unknownPath: () => notFound(''),
    unknownMethod: (allowed) => new HttpError(405, '', { headers: { allow: allowed.join(', ') } }),
    notAtThisVersion: () => notFound(''),
    malformedQuery: () => badRequest('The query is no text in UTF-8.'),
    // Whoever may not see an image is not to learn that there is one.
    forbidden: (rule) =>
      rule === 'get_image' ? notFound('') : forbidden(`You are not authorized to complete ${rule} action.`),
  },
  complete: (headers, { requestId }) => {
    headers['x-openstack-request-id'] = requestId;
  },
  renderError: (error, { request }) => renderError(error, request),
  renderUnauthenticated: ({ request, requestId }, challenge) => {
    const { headers, ...answer } = renderError(new HttpError(401, ''), request);
    return {
      ...answer,
      headers: {
        ...headers,
        'x-openstack-request-id': requestId,
        ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      },
    };
  },
  renderFailure: ({ status, detail }, requestId) =>
    renderError(new HttpError(status, detail, { headers: { 'x-openstack-request-id': requestId } }), {
      method: 'GET',
      target: '/',
      headers: {},
      body: emptyBody,
      origin: '',
      remoteAddress: '',
    }),
};

function check(visit: Visit): void | Promise<void> {
  negotiateVersion(visit);
  findPath(visit);
  findMethod(visit);
  findEndpoint(visit);
  refuseOtherPatches(visit);
  const waiting = visit.endpoint.takes === undefined ? undefined : readBodyAsJson(visit);
  return waiting === undefined ? checkInput(visit) : waiting.then(() => checkInput(visit));
}

const readBodyAsJson = readJson(['POST', 'PUT', 'PATCH'], () =>
  badRequest('Malformed JSON in request body.'),
);

function checkInput(visit: Visit): void | Promise<void> {
  const waiting = takeInput(visit);
  return waiting === undefined ? checkCaller(visit) : waiting.then(() => checkCaller(visit));
}

function checkCaller(visit: Visit): void {
  lookUp(visit);
  checkPolicy(visit);
}
