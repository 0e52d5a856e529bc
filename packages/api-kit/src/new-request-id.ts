import { randomUUID } from 'node:crypto';

/** The form that OpenStack's services give their request ids. */
export function newRequestId(): string {
  return `req-${randomUUID()}`;
}
