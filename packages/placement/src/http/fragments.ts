import type { JsonSchema } from '@berth/api-kit/json/schema.ts';

/** Pieces that the shapes of bodies and queries are made of. */
export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const uuidText: JsonSchema = { type: 'string', format: 'uuid' };
export const identity: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
/** Of a provider or a consumer that is the key of an object. */
export const uuidKey = '^[0-9a-fA-F-]{36}$';
export const className = '^[A-Z0-9_]+$';
export const customName = '^CUSTOM_[A-Z0-9_]+$';
export const numberSuffix = '[1-9][0-9]*';
export const wordSuffix = '[a-zA-Z0-9_-]{1,64}';
/** The largest number that fits into any field. */
export const integerMax = 2147483647;
export const floatMax = 3.40282e38;

/** An object with these properties, of which some are required, and no others. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
