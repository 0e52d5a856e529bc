import type { ApiRequest } from './request.ts';

/** A port that is one service's own. The service is at its root: what it is mounted at is in no path of the client's. */
export interface OwnPort {
  /** What the service is mounted at where all are: '/compute'. */
  readonly service: string;
  /** Where all are, for who tells clients of other services. */
  readonly ports: Ports;
}

export interface Ports {
  /** Where all services are, each below what it is mounted at. */
  readonly main: number;
  /** Where some are besides, by what they are mounted at. */
  readonly own: Readonly<Record<string, number>>;
}

/** The request as if it had come to where all services are. It is still known where it came to, for links. */
export function atMainPort(request: ApiRequest): ApiRequest {
  const { ownPort, target } = request;
  if (ownPort === undefined) return request;
  // Only '*' has no slash; it is not to become another path than one of this service.
  return { ...request, target: `${ownPort.service}${target.startsWith('/') ? '' : '/'}${target}` };
}
