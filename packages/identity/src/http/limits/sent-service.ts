import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { ServiceId } from '../../domain/ids.ts';
import type { LimitedService } from '../../domain/limits/limit.ts';
import { isMountedService } from '../catalog/mounted-services.ts';
import type { IdentityContext } from '../endpoint.ts';

/** The service whose limit a body is about; its schema has held. */
export function sentService(context: IdentityContext, { service_id: sent }: JsonObject): LimitedService {
  const id = sent as ServiceId;
  return { id, isMounted: isMountedService(context, id) };
}
