import { badRequest } from '@berth/api-kit/http-error.ts';
import { isArray, isObject } from '@berth/api-kit/json/json-type.ts';

/** What was sent: an object or a list, or a refusal. */
export function takenJson(json: unknown): Readonly<Record<string, unknown>> | readonly unknown[] {
  if (json === undefined) throw badRequest('Body expected in request.');
  if (isObject(json) || isArray(json)) return json;
  throw badRequest('Unexpected body type. Expected list/dict.');
}
