import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { ComputeContext } from '../endpoint.ts';

export function idIn({ params }: Pick<ComputeContext, 'params'>): string {
  return params['id'] as string; // All paths about one service have it under this name.
}

/** From 2.53 on services are called by a uuid. */
export function checkServiceUuid(context: Pick<ComputeContext, 'params'>): void {
  if (!isUuidLike(idIn(context))) throw badRequest(`Invalid uuid ${idIn(context)}`);
}
