import type { ServiceAnswer, ServiceRequest } from './transport.ts';

/** A service has said no, or something that nobody can make sense of. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** Such as 'placement.concurrent_update'; null where none is told. */
  readonly code: string | null;
  /** What the service says, in its words. */
  readonly detail: string;
  /** Under which the service's log has it; null where none is told. */
  readonly requestId: string | null;

  /** `nonsense`: what is wrong with an answer that is none. */
  constructor(request: ServiceRequest, answer: ServiceAnswer, nonsense?: string) {
    const { code, detail } = nonsense === undefined ? complaintIn(answer) : { code: null, detail: nonsense };
    const requestId = answer.headers['x-openstack-request-id'] ?? null;
    const known = requestId === null ? '' : ` (${requestId})`;
    super(`${request.method} ${request.path}: ${answer.status} ${detail}${known}`);
    this.status = answer.status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** How much of an answer is repeated where it does not have the form of an error. */
const shownMax = 300;

/**
 * Placement's form: {"errors": [{"code": …, "detail": …}]}. Others have the message below a word for the kind of failure, and a number that is
 * the status again: {"itemNotFound": {"code": 404, "message": …}}.
 */
function complaintIn({ json, text }: ServiceAnswer): { code: string | null; detail: string } {
  const [first] = listAt(json, 'errors');
  const fault = typeof json === 'object' && json !== null ? (Object.values(json)[0] as unknown) : undefined;
  const detail = textAt(first, 'detail') ?? textAt(fault, 'message') ?? text.slice(0, shownMax);
  return { code: textAt(first, 'code'), detail: detail.trim() };
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = memberOf(value, key);
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, key: string): string | null {
  const found = memberOf(value, key);
  return typeof found === 'string' ? found : null;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
