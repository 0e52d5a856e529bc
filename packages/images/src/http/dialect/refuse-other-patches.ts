import { HttpError } from '@berth/api-kit/http-error.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** Changes come in one of two forms, which say by their type which of them it is. */
export function refuseOtherPatches({ request, contentType }: Visit): void {
  if (request.method !== 'PATCH' || contentType === olderPatch || contentType === newerPatch) return;
  throw new HttpError(415, '', { headers: { 'accept-patch': `${olderPatch}, ${newerPatch}` } });
}

export const olderPatch = 'application/openstack-images-v2.0-json-patch';
export const newerPatch = 'application/openstack-images-v2.1-json-patch';
