import type { Asked } from './trial.ts';
import type { WireAnswer } from './wire.ts';

/** What is wrong with an answer; null if nothing is. */
export function faultOf(answer: WireAnswer, asked: Asked | null): string | null {
  const { status, headers, body } = answer;
  if (status >= 500) return `the server failed with ${status}`;
  if (status < 200 || (status >= 300 && status < 400)) return `the status ${status} is none of this API's`;
  const requestId = headers.get('x-openstack-request-id');
  if (requestId === undefined || !isRequestId.test(requestId)) return `the request id is ${requestId}`;
  if (asked?.method === 'HEAD') return null;
  if (status === 204) return null;
  const type = headers.get('content-type');
  if (status < 400) return body.length === 0 ? null : faultOfJson(type, body);
  return faultOfError(answer, type, requestId, asked);
}

const isRequestId = /^req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function faultOfJson(type: string | undefined, body: Buffer): string | null {
  if (type === 'application/vnd.sqlite3') {
    return body.toString('latin1', 0, 15) === 'SQLite format 3' ? null : 'a backup that is no ledger';
  }
  if (type !== 'application/json') return `a body of type ${type}`;
  return parsed(body) === undefined ? 'the body is no JSON' : null;
}

/** JSON, unless the client has named something that it would rather have. */
function faultOfError(
  { status, headers, body }: WireAnswer,
  type: string | undefined,
  requestId: string,
  asked: Asked | null,
): string | null {
  if (type === 'text/html; charset=UTF-8' || type === 'text/plain; charset=UTF-8') {
    if (asked !== null && wantsJson(asked.accept)) return `an error as ${type}, asked for ${asked.accept}`;
    const start = type.startsWith('text/html') ? '<html>' : `${status} `;
    return body.toString().startsWith(start) ? null : `a body of type ${type} that does not look like it`;
  }
  if (type !== 'application/json') return `an error of type ${type}`;
  const value = parsed(body);
  if (value === undefined) return 'the body is no JSON';
  if (status === 401) return isUnauthenticated(value) ? null : 'the body is not that of a 401';
  const error = firstError(value);
  if (error === null) return 'the body is not in the form of an error';
  if (error['status'] !== status) return `the body says ${String(error['status'])}`;
  if (typeof error['title'] !== 'string' || typeof error['detail'] !== 'string')
    return 'an error without title or detail';
  if (error['request_id'] !== requestId) return 'the body has another request id';
  const version = headers.get('openstack-api-version');
  if (version !== undefined && hasCodes(version) !== (typeof error['code'] === 'string'))
    return `at ${version} an error with the code ${String(error['code'])}`;
  return null;
}

const wantsJson = (accept: string | undefined): boolean =>
  accept === undefined || ['', '*/*', 'application/json'].includes(accept);

/** Since 1.23. */
const hasCodes = (version: string): boolean => Number(/ 1\.(\d+)$/.exec(version)?.[1]) >= 23;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Fields = Readonly<Record<string, unknown>>;

function isUnauthenticated(value: unknown): boolean {
  const { message, code, title } = (value ?? {}) as Fields;
  return typeof message === 'string' && code === '401 Unauthorized' && title === 'Unauthorized';
}

function firstError(value: unknown): Fields | null {
  const { errors } = (value ?? {}) as Fields;
  if (!Array.isArray(errors) || errors.length !== 1) return null;
  const first: unknown = errors[0];
  return typeof first === 'object' ? (first as Fields | null) : null;
}
