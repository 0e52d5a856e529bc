import type { JsonTypeName } from './schema.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** JSON Schema's types. 1.0 is an integer, and a number is never a boolean. */
export const typeTests = {
  array: isArray,
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value),
  null: (value: unknown) => value === null,
  number: (value: unknown) => typeof value === 'number',
  object: isObject,
  string: (value: unknown) => typeof value === 'string',
} as const satisfies Record<JsonTypeName, (value: unknown) => boolean>;

export function typeNames(type: JsonTypeName | readonly JsonTypeName[]): readonly JsonTypeName[] {
  return typeof type === 'string' ? [type] : type;
}
