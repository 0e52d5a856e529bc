import type { ServiceError } from '@berth/client/service-error.ts';

/** What a service has said no with, in a line: its last one, as those before are the same for all that is of the kind. */
export function complaintOf({ detail, status, requestId }: ServiceError): string {
  const line = detail.trim().split('\n').at(-1)?.trim();
  const known = requestId === null ? '' : ` (Request-ID: ${requestId})`;
  return `${line || 'It says no.'} (HTTP ${status})${known}`;
}
