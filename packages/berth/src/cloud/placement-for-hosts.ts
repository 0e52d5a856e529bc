import type { AuthOutcome, Authenticate, Caller } from '@berth/api-kit/caller.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import { type ApiRequest, readBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { whenAnswered } from '@berth/api-kit/server/when-answered.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import { isOwnOf } from './host-writes.ts';

/**
 * Placement, with a door for agents of hosts. To Placement's own rules they are nobody, so it has refused them before it has read anything:
 * only then it is looked whether what they want is about the tree of a host that they may act for, and then it counts as wanted
 * by a service. So others pay nothing for it, and what an agent may do is said in one place.
 */
export function placementForHosts(
  serve: (authenticate: Authenticate) => Handle,
  cloud: () => ComputeCloud,
  authenticate: Authenticate,
  policy: Policy,
): Handle {
  /** Who is let in, by the headers of the one request that it was looked at for. */
  const letIn = new WeakMap<object, AuthOutcome>();
  const placement = serve((headers) => letIn.get(headers) ?? authenticate(headers));

  return (request) =>
    whenAnswered<ApiResponse | Promise<ApiResponse>>(placement(request), (response) =>
      response.status === 403 ? askedByHost(request, response) : response,
    ) as ReturnType<Handle>; // A promise of a promise is one.

  async function askedByHost(request: ApiRequest, refusal: ApiResponse): Promise<ApiResponse> {
    const outcome = await authenticate(request.headers);
    if (outcome.kind !== 'caller' || !policy.allows('berth:hosts:agent', outcome.caller)) return refusal;
    const { caller } = outcome;
    const body = await readBody(request);
    const mayActFor = (host: string) => policy.allows('berth:hosts:act', caller, { host });
    if (!isOwnOf(cloud(), { ...request, body }, mayActFor)) return refusal;
    const headers = { ...request.headers };
    letIn.set(headers, { kind: 'caller', caller: asService(caller) });
    return await placement({ ...request, headers, body });
  }
}

function asService(caller: Caller): Caller {
  return { ...caller, roles: [...caller.roles, 'service'] };
}
