import type { ApiRequest } from '@berth/api-kit/request.ts';

/** Whether a request is about the whole ledger, and not to one of the services, which may have something below /berth/ as well. */
export function isOwn({ target }: ApiRequest): boolean {
  return target.startsWith('/berth/') && !ofServices.some((path) => target.startsWith(path));
}

/** Placement's. */
const ofServices = ['/berth/v1/explain/', '/berth/v1/provider_trees/', '/berth/v1/reshaper/'];
