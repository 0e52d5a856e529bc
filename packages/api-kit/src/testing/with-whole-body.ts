import { type ApiRequest, readBody } from '../request.ts';
import type { Handle } from '../service.ts';

/** A request whose body has been read. */
export interface WholeRequest extends ApiRequest {
  readonly body: Uint8Array;
}

/** Reads the body of each request first, for services that are to see all of it. */
export function withWholeBody(handle: (request: WholeRequest) => ReturnType<Handle>): Handle {
  return (request) => {
    const body = readBody(request);
    if (body instanceof Promise) return body.then((body) => handle({ ...request, body }));
    return handle({ ...request, body });
  };
}
