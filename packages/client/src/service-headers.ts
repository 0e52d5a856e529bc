import type { ServiceRequest } from './transport.ts';

export interface ServiceNaming {
  /** As the version header names it: 'placement'. */
  readonly service: string;
  /** The microversion of requests that name none; where it is left out too, none is sent. */
  readonly defaultVersion?: string;
}

/** The headers of a request, names in lower case; the same whatever it goes over. */
export function serviceHeaders(
  { service, defaultVersion }: ServiceNaming,
  request: ServiceRequest,
  token: string | null,
): Record<string, string> {
  const version = request.version ?? defaultVersion;
  return {
    accept: request.accept ?? 'application/json',
    ...(token === null ? {} : { 'x-auth-token': token }),
    ...(version === undefined ? {} : versionHeaders(service, version)),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.ifNoneMatch === undefined ? {} : { 'if-none-match': request.ifNoneMatch }),
    ...(request.globalRequestId === undefined ? {} : { 'x-openstack-request-id': request.globalRequestId }),
  };
}

function versionHeaders(service: string, version: string): Record<string, string> {
  const usual = { 'openstack-api-version': `${service} ${version}` };
  // Up to 2.26 Nova knows no other.
  return service === 'compute' ? { ...usual, 'x-openstack-nova-api-version': version } : usual;
}

/** The body as it is sent; empty where there is none. */
export function bodyBytes({ body }: Pick<ServiceRequest, 'body'>): Uint8Array {
  return body === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(body));
}
