import type { ApiRequest } from '@berth/api-kit/request.ts';

/**
 * Whether a request only reads, so that whoever knows the state can answer it: by its method, or because it is to one of the paths that
 * take what a write takes and only say what would come of it.
 */
export function changesNothing({ method, target }: ApiRequest, previews: readonly string[]): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  return method === 'POST' && previews.length > 0 && previews.includes(target.split('?', 1)[0] as string);
}
