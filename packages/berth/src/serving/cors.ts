import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { whenAnswered } from '@berth/api-kit/server/when-answered.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';

export interface CorsRules {
  /** Origins as browsers send them; '*' stands for all others. */
  readonly origins: ReadonlySet<string>;
  /** In lower case. */
  readonly allowHeaders: ReadonlySet<string>;
  readonly exposeHeaders: readonly string[];
  readonly allowMethods: ReadonlySet<string>;
  /** 0 does not say. */
  readonly maxAgeSeconds: number;
  readonly allowsCredentials: boolean;
}

/** Null when nobody has asked for CORS. */
export function corsRulesOf(config: Config): CorsRules | null {
  if (config.corsAllowedOrigins === null || config.corsAllowedOrigins.length === 0) return null;
  return {
    origins: new Set(config.corsAllowedOrigins),
    allowHeaders: new Set([...config.corsAllowHeaders, ...simpleHeaders].map((name) => name.toLowerCase())),
    exposeHeaders: config.corsExposeHeaders,
    allowMethods: new Set(config.corsAllowMethods),
    maxAgeSeconds: Math.floor(config.corsMaxAgeMs / 1_000),
    allowsCredentials: config.corsAllowsCredentials,
  };
}

/** Lets pages from other origins use a service, as oslo.middleware does. */
export function withCors(handle: Handle, rules: CorsRules): Handle {
  return (request) =>
    whenAnswered(handle(request), (response) =>
      request.method === 'OPTIONS'
        ? preflight(request, response, rules)
        : withOriginHeaders(request, response, rules),
    );
}

/** These a page may always send. */
const simpleHeaders = [
  'Accept',
  'Accept-Language',
  'Content-Type',
  'Cache-Control',
  'Content-Language',
  'Expires',
  'Last-Modified',
  'Pragma',
];

/**
 * A browser asks beforehand what a page may do. It always gets a 200: what it may not do is not in it. So
 * OPTIONS never fails where CORS is on, whoever asks and for whatever path.
 */
function preflight(request: ApiRequest, response: ApiResponse, rules: CorsRules): ApiResponse {
  const isServed = response.status >= 200 && response.status < 300;
  const plain = isServed ? response : emptyOk(response);
  const origin = allowedOrigin(request, rules);
  const method = request.headers['access-control-request-method'];
  const headers = listOf(request.headers['access-control-request-headers']);
  const isAllowed =
    origin !== null &&
    method !== undefined &&
    rules.allowMethods.has(method) &&
    headers.every((name) => rules.allowHeaders.has(name.toLowerCase()));
  if (!isAllowed) return plain;

  return {
    ...plain,
    headers: {
      ...plain.headers,
      ...originHeaders(origin, rules),
      vary: 'Origin',
      'access-control-allow-methods': method,
      ...(rules.maxAgeSeconds > 0 ? { 'access-control-max-age': `${rules.maxAgeSeconds}` } : {}),
      ...(headers.length > 0 ? { 'access-control-allow-headers': headers.join(',') } : {}),
    },
  };
}

/** Instead of the service's no, of which only the request id is left. */
function emptyOk(response: ApiResponse): ApiResponse {
  const requestId = response.headers['x-openstack-request-id'];
  return {
    status: 200,
    headers: requestId === undefined ? {} : { 'x-openstack-request-id': requestId },
    body: null,
  };
}

function withOriginHeaders(request: ApiRequest, response: ApiResponse, rules: CorsRules): ApiResponse {
  const origin = allowedOrigin(request, rules);
  if (origin === null) return response;
  const { vary } = response.headers;
  return {
    ...response,
    headers: {
      ...response.headers,
      ...originHeaders(origin, rules),
      vary: vary === undefined ? 'Origin' : `${vary},Origin`,
      ...(rules.exposeHeaders.length > 0
        ? { 'access-control-expose-headers': rules.exposeHeaders.join(',') }
        : {}),
    },
  };
}

function originHeaders(origin: string, rules: CorsRules): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    ...(rules.allowsCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
  };
}

/** What the answer names as allowed: the origin of the page, or '*'. Null when it is not allowed or there is none. */
function allowedOrigin(request: ApiRequest, rules: CorsRules): string | null {
  const { origin } = request.headers;
  if (origin === undefined) return null;
  if (rules.origins.has(origin)) return origin;
  return rules.origins.has('*') ? '*' : null;
}

function listOf(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
