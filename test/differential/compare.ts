import { bodyDifferences, type Difference } from './body-differences.ts';
import { canonical } from './canonical.ts';
import { type Answer, jsonOf, type Request } from './exchange.ts';
import { looseDetail } from './loose-detail.ts';

/** Where two answers to the same request differ in what is API. Empty when they say the same. */
export function compare(request: Request, a: Answer, b: Answer): Difference[] {
  // With another status everything else differs too; that would only hide it.
  if (a.status !== b.status) return [{ where: 'status', a: inALine(a), b: inALine(b) }];
  return [...headerDifferences(request, a, b), ...bodies(request, a, b)];
}

/** Headers whose value is part of the API. */
const comparedHeaders = [
  'content-type',
  'openstack-api-version',
  'vary',
  'cache-control',
  'www-authenticate',
  'location',
  'allow',
];
/** Headers that must be there or not, whatever they say. */
const presentHeaders = ['last-modified', 'x-openstack-request-id'];

export function headerDifferences(request: Request, a: Answer, b: Answer): Difference[] {
  const found: Difference[] = [];
  const check = (name: string, one: string, other: string): void => {
    if (one !== other) found.push({ where: `header ${name}`, a: one, b: other });
  };
  for (const name of comparedHeaders)
    check(name, headerValue(request, a, name), headerValue(request, b, name));
  for (const name of presentHeaders) check(name, presence(a, name), presence(b, name));
  return found;
}

const presence = (answer: Answer, name: string): string => (name in answer.headers ? 'present' : 'absent');

function headerValue(request: Request, answer: Answer, name: string): string {
  const value = answer.headers[name];
  if (value === undefined) return 'absent';
  switch (name) {
    case 'location':
      return withoutGenerated(request, answer, value.replace(/^https?:\/\/[^/]+/, 'http://host'));
    case 'allow':
      return value.split(/,\s*/).sort().join(', ');
    default:
      return value;
  }
}

function bodies(request: Request, a: Answer, b: Answer): Difference[] {
  const [one, other] = [bodyOf(request, a), bodyOf(request, b)];
  return bodyDifferences(one, other);
}

/** The body ready for comparison; text where it is no JSON. */
function bodyOf(request: Request, answer: Answer): unknown {
  const text = withoutGenerated(request, answer, answer.text);
  const json = jsonOf({ ...answer, text });
  return json === undefined ? looseDetail(text, request) : canonical(withoutChance(json, request));
}

/** Errors carry an id of the request, and sometimes a text that is up to chance. */
function withoutChance(json: unknown, request: Request): unknown {
  const errors = (json as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(errors)) return json;
  return {
    ...(json as object),
    errors: errors.map((error: Record<string, unknown>) => ({
      ...error,
      ...('request_id' in error ? { request_id: 'present' } : {}),
      ...(typeof error['detail'] === 'string' ? { detail: looseDetail(error['detail'], request) } : {}),
    })),
  };
}

/** Without a uuid in the request each server makes one up; it is in the location. */
function withoutGenerated(request: Request, answer: Answer, text: string): string {
  const uuid = generatedUuid(request, answer);
  return uuid === null ? text : text.replaceAll(uuid, 'made-by-the-server');
}

/** The uuid a server chose for a new provider; null where the request named it, or none was made. */
export function generatedUuid(request: Request, answer: Answer): string | null {
  if (request.method !== 'POST' || request.path !== '/resource_providers' || request.body === undefined)
    return null;
  const location = answer.headers['location'];
  const given = (parsed(request.body) as { uuid?: unknown } | null)?.uuid;
  if (location === undefined || (given !== undefined && given !== null && given !== '')) return null;
  return location.slice(location.lastIndexOf('/') + 1);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** An answer in a line: its status, and what it says of an error. */
export function inALine(answer: Answer): string {
  const detail = /"detail": ?"((?:[^"\\]|\\.)*)"/.exec(answer.text)?.[1];
  return `${answer.status} ${detail ?? answer.text}`.replaceAll(/\\n|\s+/g, ' ').slice(0, 600);
}
