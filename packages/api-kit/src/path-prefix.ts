import type { ApiRequest } from './request.ts';

/**
 * The request as the service knows it, without what its path begins with; null where it begins otherwise, so that the
 * service is not what was asked for. A proxy may have taken a prefix off already: then links have both.
 */
export function withoutPrefix(request: ApiRequest, prefix: string): ApiRequest | null {
  const { target } = request;
  if (!target.startsWith(prefix)) return null;
  const rest = target.slice(prefix.length);
  if (rest !== '' && !rest.startsWith('/') && !rest.startsWith('?')) return null;
  return {
    ...request,
    target: rest.startsWith('/') ? rest : `/${rest}`,
    prefix: `${request.prefix ?? ''}${prefix}`,
  };
}
