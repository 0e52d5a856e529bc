import type { ServiceError } from '@berth/client/service-error.ts';

/** Why a service has said no: the last line of what it says. Before it stands, in the original's form, what the status means. */
export function reasonOf({ detail }: Pick<ServiceError, 'detail'>): string {
  return detail.slice(detail.lastIndexOf('\n') + 1).trim();
}
