import type { Dialect } from '../../dialect.ts';
import { badRequest, HttpError, notFound } from '../../http-error.ts';
import { isObject } from '../../json/json-type.ts';
import type { History, Microversions, VersionIndex } from '../../microversions.ts';
import { checkPolicy } from '../../steps/check-policy.ts';
import { chooseAction } from '../../steps/choose-action.ts';
import { findEndpoint } from '../../steps/find-endpoint.ts';
import { findMethod } from '../../steps/find-method.ts';
import { findPath } from '../../steps/find-path.ts';
import { lookUp } from '../../steps/look-up.ts';
import { negotiateVersion } from '../../steps/negotiate-version.ts';
import { readJson } from '../../steps/read-json.ts';
import { takeInput } from '../../steps/take-input.ts';
import type { Visit } from '../../visit.ts';
import { checkProjectInPath } from './check-project-in-path.ts';
import { refuseOtherTypes } from './refuse-other-types.ts';
import { renderFailure, renderFault, renderUnauthenticated } from './render-fault.ts';
import { renderUnknownPath } from './render-unknown-path.ts';
import { novaVersionHeaders } from './version-headers.ts';

/**
 * How Nova speaks HTTP. What is no path and method of the API is refused by what stands in front of it: before anything else of the
 * request is looked at, without a version, in another form. Bodies are checked, and what the path is about is looked up, before
 * the rule is asked.
 */
export function novaDialect<const H extends History>(versions: Microversions<H>): Dialect<H> {
  const versionHeaders = novaVersionHeaders(versions);
  return {
    versions,
    // As they are written, and not what is the same when it is decoded: these are open to everybody.
    isOpen: (path) => path === '/' || path === '' || path === '/v2.1' || path === '/v2.1/',
    check,
    takesInput: true,
    namedVersion: versionHeaders.namedIn,
    parameters: { project_id: /^[0-9a-f-]+$/ },
    actions: {
      nameIn: (json) => {
        const names = isObject(json) ? Object.keys(json) : [];
        const [name] = names;
        if (name === undefined || names.length > 1) throw malformedBody();
        return name;
      },
      unknown: (name) => badRequest(`There is no such action: ${name}`),
    },
    refusals: {
      unknownPath: nothingThere,
      unknownMethod: nothingThere,
      notAtThisVersion: nothingThere,
      forbidden: (rule) => new HttpError(403, `Policy doesn't allow ${rule} to be performed.`),
    },
    complete: (headers, visit) => {
      if (isRoot(visit)) return;
      headers['x-openstack-request-id'] = visit.requestId;
      headers['x-compute-request-id'] = visit.requestId;
      if (visit.version !== undefined) versionHeaders.stamp(headers, visit.version);
    },
    renderError: (error, visit) =>
      error.status === 404 && visit.offer === undefined
        ? renderUnknownPath(visit.request.headers['accept'])
        : renderFault(error),
    renderUnauthenticated: (visit, challenge) => renderUnauthenticated(visit.requestId, challenge),
    renderFailure,
  };
}

function check(visit: Visit): void | Promise<void> {
  findPath(visit);
  findMethod(visit);
  negotiateBelowRoot(visit);
  refuseOtherTypes(visit);
  const waiting = readBodyAsJson(visit);
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

/** The list of versions is of no version, whatever the client asks for. */
function negotiateBelowRoot(visit: Visit): void {
  if (isRoot(visit)) visit.version = 0 as VersionIndex;
  else negotiateVersion(visit);
}

function isRoot({ path }: Visit): boolean {
  return path?.template === '/';
}

function malformedBody(): HttpError {
  return badRequest('Malformed request body');
}

function nothingThere(): HttpError {
  return notFound('The resource could not be found.');
}
