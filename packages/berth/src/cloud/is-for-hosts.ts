import type { ApiRequest } from '@berth/api-kit/request.ts';

const path = '/berth/v1/hosts/';

/** Whether a request is one of an agent of a compute host, about what it has to do. */
export function isForHosts({ target }: Pick<ApiRequest, 'target'>): boolean {
  return target.startsWith(path);
}

/** What is read of the API of compute that only hosts can tell; the leader asks them. */
const askedOfHosts =
  /^\/compute\/v2\.1(?:\/[0-9a-f-]+)?\/(?:os-hypervisors\/[^?]|servers\/[^/?]+\/diagnostics(?:\?|$))/;

/**
 * A host that waits for something to do says by that that it is there, which is for the leader to know. So the leader is asked first, with
 * the same request that does not wait; the wait is where the host has asked.
 */
export function toldLeader(request: ApiRequest): ApiRequest | null {
  const { method, target } = request;
  if (method === 'GET' && askedOfHosts.test(target)) return request;
  const found = /^([^?]*\/berth\/v1\/hosts\/[^/?]+\/(?:orders|servers))(?:\?(.*))?$/s.exec(target);
  if (method !== 'GET' || found === null) return null;
  const [, before = '', query = ''] = found;
  const parameters = new URLSearchParams(query);
  parameters.delete('wait');
  return { ...request, target: `${before}?${parameters.toString()}` };
}
