import type { Dialect } from '@berth/api-kit/dialect.ts';
import { badRequest, HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { isArray, isObject } from '@berth/api-kit/json/json-type.ts';
import type { History, Microversions } from '@berth/api-kit/microversions.ts';
import { checkPolicy } from '@berth/api-kit/steps/check-policy.ts';
import { chooseAction } from '@berth/api-kit/steps/choose-action.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import { lookUp } from '@berth/api-kit/steps/look-up.ts';
import { negotiateVersion } from '@berth/api-kit/steps/negotiate-version.ts';
import { readJson } from '@berth/api-kit/steps/read-json.ts';
import { takeInput } from '@berth/api-kit/steps/take-input.ts';
import type { Visit } from '@berth/api-kit/visit.ts';
import { answeredType } from './answered-type.ts';
import { checkProjectInPath } from './check-project-in-path.ts';
import { refuseOtherTypes } from './refuse-other-types.ts';
import { renderFailure, renderFault, renderUnauthenticated } from './render-fault.ts';
import { renderUnknownPath } from './render-unknown-path.ts';
import { novaVersionHeaders } from './version-headers.ts';

/**
 * How Nova speaks HTTP. What is no path and method of the API is refused by what stands in front of it: before anything else of the
 * request is looked at, without a version, in another form. Bodies are checked, and what the path is about is looked up, before
 * the rule is asked.
 *
 * What is not here: the choices that the original offers to everybody where a path begins with no version it has (300), the older API
 * below /v2, and OPTIONS, which its CORS answers with 200 for every path, and so does ours where it is on.
 */
export function novaDialect<const H extends History>(versions: Microversions<H>): Dialect<H> {
  const versionHeaders = novaVersionHeaders(versions);
  return {
    versions,
    isOpen,
    check,
    heeds: ['input', 'find'],
    namedVersion: versionHeaders.namedIn,
    parameters: { project_id: /^[0-9a-f-]+$/ },
    actions: {
      nameIn: actionIn,
      unknown: (name) => badRequest(`There is no such action: ${name}`),
    },
    refusals: {
      unknownPath: nothingThere,
      unknownMethod: nothingThere,
      notAtThisVersion: nothingThere,
      malformedQuery: () => badRequest('Query string is not UTF-8 encoded'),
      forbidden: (rule) => new HttpError(403, `Policy doesn't allow ${rule} to be performed.`),
    },
    complete: (headers, visit, answer) => {
      // An answer without a body has a type as well.
      if (answer !== null && answer.contentType === undefined) {
        headers['content-type'] = answeredType(visit.request);
      }
      if (isRoot(visit)) return;
      headers['x-openstack-request-id'] = visit.requestId;
      headers['x-compute-request-id'] = visit.requestId;
      if (visit.version !== undefined) versionHeaders.stamp(headers, visit.version);
    },
    renderError: (error, visit) =>
      error.status === 404 && visit.offer === undefined
        ? renderUnknownPath(visit.request)
        : renderFault(error),
    renderUnauthenticated: (visit, challenge) => renderUnauthenticated(visit.requestId, challenge),
    renderFailure,
  };
}

/** As paths are written, and not what is the same when it is decoded: these are open to everybody. */
function isOpen(path: string): boolean {
  return path === '/' || path === '' || path === '/v2.1' || path === '/v2.1/';
}

function check(visit: Visit): void | Promise<void> {
  findPath(visit, mergeSlashes(visit.segments()));
  findMethod(visit);
  negotiateBelowRoot(visit);
  refuseOtherTypes(visit);
  // Of strangers nothing is read, not even where a path is open to them.
  const waiting = isOpen(visit.pathText) ? undefined : readBodyAsJson(visit);
  return waiting === undefined ? checkInput(visit) : waiting.then(() => checkInput(visit));
}

const readBodyAsJson = readJson(['POST', 'PUT'], malformedBody);

function checkInput(visit: Visit): void | Promise<void> {
  chooseAction(visit);
  checkProjectInPath(visit);
  findEndpoint(visit);
  const waiting = takeInput(visit);
  return waiting === undefined ? checkCaller(visit) : waiting.then(() => checkCaller(visit));
}

function checkCaller(visit: Visit): void {
  lookUp(visit);
  checkPolicy(visit);
}

/** Several slashes are one: clients put them where they join a path to a URL that ends with one. At the end one is one too many. */
function mergeSlashes(segments: readonly string[]): string[] {
  return segments.filter((segment, index) => segment !== '' || index === segments.length - 1);
}

/** The list of versions is of no version, whatever the client asks for. */
function negotiateBelowRoot(visit: Visit): void {
  const { versions } = visit.service.dialect;
  if (isRoot(visit)) visit.version = versions.indexOf(versions.oldest);
  else negotiateVersion(visit);
}

function isRoot({ path }: Visit): boolean {
  return path?.template === '/';
}

/**
 * The one key of the body. The original looks first how many things were sent and then for their keys, so a list or text of another
 * length is malformed, and whatever else has no keys names an action that is not found.
 */
function actionIn(json: unknown): string {
  if (isObject(json)) {
    const [name, ...more] = Object.keys(json);
    if (name !== undefined && more.length === 0) return name;
    throw malformedBody();
  }
  const isOne = typeof json === 'string' || isArray(json) ? json.length === 1 : json !== undefined;
  throw isOne ? nothingThere() : malformedBody();
}

function malformedBody(): HttpError {
  return badRequest('Malformed request body');
}

function nothingThere(): HttpError {
  return notFound('The resource could not be found.');
}
