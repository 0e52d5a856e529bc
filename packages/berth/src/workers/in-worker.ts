import { type ApiRequest, readBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { changesNothing } from '../serving/changes-nothing.ts';
import { isStreamed, type PortableStream, portableStream } from './portable-stream.ts';
import type { RefuseStrangers } from '../serving/refuse-strangers.ts';

/** A request that can be sent to another thread. */
export interface PortableRequest extends Omit<ApiRequest, 'onIdentified' | 'body'> {
  readonly body: Uint8Array | PortableStream;
}

/**
 * A service in a thread that follows. What reads is answered here, once the world is as new as it was in any thread when the
 * request came. What writes is passed on to the leading thread, once, and answered there; if that thread goes away, the
 * whole process does. Its body is read here, when it is known who asks.
 */
export function inWorker(
  handle: Handle,
  replica: { catchUp(): void },
  refuseStrangers: RefuseStrangers,
  passOn: (request: PortableRequest) => Promise<ApiResponse>,
  previews: readonly string[] = [],
  toldLeader: (request: ApiRequest) => ApiRequest | null = () => null,
): Handle {
  return (request) => {
    if (!changesNothing(request, previews)) return write(request);
    const told = toldLeader(request);
    if (told !== null) return tellAndRead(request, told);
    replica.catchUp();
    return handle(request);
  };

  async function tellAndRead(request: ApiRequest, told: ApiRequest): Promise<ApiResponse> {
    const answer = await write(told);
    if (answer.status !== 204) return answer;
    replica.catchUp();
    return await handle(request);
  }

  async function write(request: ApiRequest): Promise<ApiResponse> {
    return (await refuseStrangers(request)) ?? (await passOn(portable(request, await portableBody(request))));
  }
}

/** What is too long to be in memory goes over as it comes in; all else as a whole. */
async function portableBody(request: ApiRequest): Promise<Uint8Array | PortableStream> {
  const { body, headers } = request;
  if (isStreamed(body, headers)) return portableStream(body);
  // Mostly a view on memory that belongs to the connection, all of which would go along.
  return new Uint8Array(await readBody(request));
}

/** As data of its own, with the id under which the logs of both threads have it. */
function portable(
  { method, target, headers, origin, prefix = '', ownPort, remoteAddress, requestId }: ApiRequest,
  body: Uint8Array | PortableStream,
): PortableRequest {
  return {
    method,
    target,
    headers: { ...headers },
    body,
    origin,
    prefix,
    ...(ownPort === undefined ? {} : { ownPort }),
    remoteAddress,
    requestId: requestId ?? newRequestId(),
  };
}
