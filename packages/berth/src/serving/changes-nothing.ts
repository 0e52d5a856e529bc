import type { ApiRequest } from '@berth/api-kit/request.ts';

/** Whether a request only reads, so that whoever knows the state can answer it. */
export function changesNothing({ method }: ApiRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
