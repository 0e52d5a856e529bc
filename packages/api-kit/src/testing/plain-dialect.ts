import type { Dialect } from '../dialect.ts';
import { badRequest, HttpError, notFound } from '../http-error.ts';
import type { History, Microversions } from '../microversions.ts';
import { checkPolicy } from '../steps/check-policy.ts';
import { findEndpoint } from '../steps/find-endpoint.ts';
import { findMethod } from '../steps/find-method.ts';
import { findPath } from '../steps/find-path.ts';
import { negotiateVersion } from '../steps/negotiate-version.ts';
import { readTakenBody } from '../steps/read-taken-body.ts';
import { lastWord, VersionHeader } from '../version-header.ts';
import type { Visit } from '../visit.ts';

/** A dialect of few words, for tests of what all dialects have in common. */
export function plainDialect<const H extends History>(versions: Microversions<H>): Dialect<H> {
  const header = new VersionHeader({
    name: 'version',
    versions,
    wordIn: lastWord,
    unusual: (asked) => {
      throw badRequest(`no version ${asked}`);
    },
  });
  return {
    versions,
    isOpen: (path) => path === '/',
    check,
    heeds: ['takes'],
    namedVersion: (headers) => header.in(headers),
    refusals: {
      unknownPath: () => notFound('no such path'),
      unknownMethod: (allowed) => new HttpError(405, allowed.join()),
      notAtThisVersion: (status) => new HttpError(status, 'not at this version'),
      malformedQuery: (why) => badRequest(why),
      forbidden: (rule) => new HttpError(403, rule),
    },
    complete: (headers, { version }) => {
      if (version !== undefined) headers['version'] = versions.nameOf(version);
    },
    renderError: ({ status, detail, headers }) => ({ status, headers: { ...headers }, body: detail }),
    renderUnauthenticated: () => ({ status: 401, headers: {}, body: null }),
    renderFailure: ({ status, detail }) => ({ status, headers: {}, body: detail }),
  };
}

function check(visit: Visit): void | Promise<void> {
  negotiateVersion(visit);
  findPath(visit);
  findMethod(visit);
  findEndpoint(visit);
  checkPolicy(visit);
  return readTakenBody(visit);
}
