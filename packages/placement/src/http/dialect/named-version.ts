import { HttpError } from '@berth/api-kit/http-error.ts';
import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import { pythonInteger } from '@berth/api-kit/python-integer.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { VersionHeader, wordFor } from '@berth/api-kit/version-header.ts';
import { versions } from '../versions.ts';

/** The version in a header such as 'OpenStack-API-Version: placement 1.39'. */
export function namedVersion(headers: ApiRequest['headers']): VersionIndex | null {
  return header.in(headers);
}

const header = new VersionHeader({
  name: 'openstack-api-version',
  versions,
  wordIn: wordFor(versions.service),
  unusual,
});

/** Two numbers as Python reads them, which has several ways to write one: 1.010 is 1.10. */
function unusual(asked: string): VersionIndex {
  const dot = asked.indexOf('.');
  const parts = dot < 0 ? [asked] : [asked.slice(0, dot), asked.slice(dot + 1)];
  const numbers: number[] = [];
  for (const part of parts) {
    const number = pythonInteger(part);
    if (number === null) throw malformed(asked, `invalid literal for int() with base 10: '${part}'`);
    numbers.push(number);
  }
  if (numbers.length < 2) throw malformed(asked, 'a version has two numbers');
  const known = versions.find(numbers.join('.'));
  if (known === undefined) throw refused(406, `Unacceptable version header: ${asked}`);
  return known;
}

function malformed(asked: string, why: string): HttpError {
  return refused(400, `invalid version string: ${asked}; ${why}`);
}

function refused(status: 400 | 406, why: string): HttpError {
  return new HttpError(status, `Invalid microversion: ${why}`);
}
