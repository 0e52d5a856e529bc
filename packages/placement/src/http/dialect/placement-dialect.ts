import type { Dialect } from '@berth/api-kit/dialect.ts';
import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import { httpDate } from '@berth/api-kit/http-date.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Failure } from '@berth/api-kit/server/failure.ts';
import { checkPolicy } from '@berth/api-kit/steps/check-policy.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import { negotiateVersion } from '@berth/api-kit/steps/negotiate-version.ts';
import { readTakenBody } from '@berth/api-kit/steps/read-taken-body.ts';
import type { Visit } from '@berth/api-kit/visit.ts';
import { type history, versions } from '../versions.ts';
import { forbidden } from './forbidden.ts';
import { acceptOf, checkAcceptedType, checkSentType } from './media-types.ts';
import { namedVersion } from './named-version.ts';
import { newestVersionOnOwnPaths } from './newest-version-on-own-paths.ts';
import { refuseUntypedBody } from './refuse-untyped-body.ts';
import { renderError, renderUnauthenticated } from './render-error.ts';

/** How Placement speaks HTTP. */
export const placementDialect: Dialect<typeof history> = {
  versions,
  isOpen: (path) => path === '/' || path === '',
  check,
  heeds: ['gives', 'takes'],
  namedVersion,
  refusals: {
    unknownPath: () => new HttpError(404, ''),
    unknownMethod: (allowed) =>
      new HttpError(405, 'The method specified is not allowed for this resource.', {
        headers: { allow: allowed.join(', ') },
      }),
    notAtThisVersion: (status) => new HttpError(status, ''),
    malformedQuery: (why) => badRequest(`Invalid query string parameters: ${why}`),
    forbidden,
  },
  complete,
  renderError: (error, visit) =>
    renderError(error, {
      method: visit.request.method,
      accept: acceptOf(visit),
      contentType: visit.contentType,
      requestId: visit.requestId,
      hasCodes: visit.version !== undefined && hasCodes.at(visit.version) === true,
      // Whoever has asked for a version that there is not is told which there are.
      ...(visit.version === undefined && error.status === 406 ? { extra: versionRange } : {}),
    }),
  renderUnauthenticated: (visit, challenge) => renderUnauthenticated(visit.requestId, challenge),
  renderFailure,
};

function check(visit: Visit): void | Promise<void> {
  negotiateVersion(visit);
  const waiting = refuseUntypedBody(visit);
  return waiting === undefined ? checkPath(visit) : waiting.then(() => checkPath(visit));
}

function checkPath(visit: Visit): void | Promise<void> {
  findPath(visit);
  newestVersionOnOwnPaths(visit);
  findMethod(visit);
  findEndpoint(visit);
  checkAcceptedType(visit);
  checkSentType(visit);
  checkPolicy(visit);
  return readTakenBody(visit);
}

const hasLastModified = versions.ladder(['1.0', false], ['1.15', true]);
const hasCodes = versions.ladder(['1.0', false], ['1.23', true]);
const versionRange = { max_version: versions.newest, min_version: versions.oldest };
const versionHeaders = versions.history.map(([version]) => `${versions.service} ${version}`);

function complete(headers: Record<string, string>, visit: Visit, answer: Answer | null): void {
  const { version } = visit;
  if (answer?.lastModified !== undefined && version !== undefined && hasLastModified.at(version)) {
    if (answer.lastModified !== null) headers['last-modified'] = httpDate(answer.lastModified);
    headers['cache-control'] = 'no-cache';
  }
  headers['x-openstack-request-id'] = visit.requestId;
  if (version !== undefined) {
    headers['openstack-api-version'] = versionHeaders[version] as string; // There is one for each version.
    headers['vary'] = 'openstack-api-version';
  }
}

/** What version the client speaks is not known outside the API, so there is no code, as before 1.23. */
function renderFailure(failure: Failure, requestId: string): ApiResponse {
  const error = new HttpError(failure.status, failure.detail, {
    headers: { 'x-openstack-request-id': requestId },
  });
  return renderError(error, {
    method: '',
    accept: undefined,
    contentType: undefined,
    requestId,
    hasCodes: false,
  });
}
