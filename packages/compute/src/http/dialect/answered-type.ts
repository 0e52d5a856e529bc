import { acceptable } from '@berth/api-kit/accept.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';

/** All answers are JSON, whatever the client accepts; it may have it under Nova's own name. */
export function answeredType({ headers }: ApiRequest): string {
  const accept = headers['accept'];
  if (accept === undefined || accept === 'application/json') return 'application/json';
  return acceptable(accept, names)[0] ?? 'application/json';
}

const names = ['application/json', 'application/vnd.openstack.compute+json'];
