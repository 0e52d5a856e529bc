import type { HttpError } from '@berth/api-kit/http-error.ts';
import { forbidden } from '../dialect/remarked-error.ts';

/** Names that no property can have: clients of older versions know them, or the service itself uses them. */
export function isReserved(key: string): boolean {
  return key === 'location' || key === 'deleted' || key === 'deleted_at' || key.startsWith('os_glance');
}

export function reserved(key: string): HttpError {
  return forbidden(`Attribute '${key}' is reserved.`);
}
