import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import type { History, Microversions, VersionIndex } from '@berth/api-kit/microversions.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { lastWord, VersionHeader, wordFor } from '@berth/api-kit/version-header.ts';

export interface VersionHeaders {
  /** The version that a request names: in the header of all services, else in Nova's own, older one. */
  readonly namedIn: (headers: ApiRequest['headers']) => VersionIndex | null;
  /** Says in both headers which version an answer is of. */
  readonly stamp: (headers: Record<string, string>, version: VersionIndex) => void;
}

export function novaVersionHeaders(versions: Microversions<History>): VersionHeaders {
  const standard = new VersionHeader({ name: standardName, versions, wordIn: wordFor('compute'), unusual });
  const legacy = new VersionHeader({ name: legacyName, versions, wordIn: lastWord, unusual });
  const standardValues = versions.history.map(([version]) => `compute ${version}`);

  return {
    namedIn: (headers) => standard.in(headers) ?? legacy.in(headers),
    stamp: (headers, version) => {
      headers[standardName] = standardValues[version] as string; // There is one for each version.
      headers[legacyName] = versions.nameOf(version);
      headers['vary'] = vary;
    },
  };

  /** Nova writes a version in one way only. One that is too old or too new is named in the answer nevertheless. */
  function unusual(asked: string): never {
    if (!/^[1-9]\d*\.([1-9]\d*|0)$/.test(asked)) {
      throw badRequest(
        `API Version String ${asked} is of invalid format. Must be of format MajorNum.MinorNum.`,
      );
    }
    throw new HttpError(
      406,
      `Version ${asked} is not supported by the API. Minimum is ${versions.oldest} and maximum is ${versions.newest}.`,
      { headers: { [standardName]: `compute ${asked}`, [legacyName]: asked, vary } },
    );
  }
}

const standardName = 'openstack-api-version';
const legacyName = 'x-openstack-nova-api-version';
const vary = 'OpenStack-API-Version, X-OpenStack-Nova-API-Version';
