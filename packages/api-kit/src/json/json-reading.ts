/** Something that was read does not have the form it should have. The message says what, and not where it was read. */
export class Malformed extends Error {}

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new Malformed(`${what} is not an object`);
}

/** The one that was written first; empty where there is none. */
export function firstKeyOf(object: JsonObject): string {
  return Object.keys(object)[0] ?? '';
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  return objectOf(object[key], `'${key}'`);
}

export function textAt(object: JsonObject, key: string): string {
  return textOf(object[key], `'${key}'`);
}

export function textOrNullAt(object: JsonObject, key: string): string | null {
  return object[key] === null ? null : textAt(object, key);
}

export function textsAt<Text extends string>(object: JsonObject, key: string): Text[] {
  const list = object[key];
  if (!Array.isArray(list)) throw new Malformed(`'${key}' is not a list`);
  return list.map((each) => textOf(each, `what is in '${key}'`) as Text); // A brand is a promise, not a form.
}

export function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Malformed(`${what} is not a text`);
}

export function integerAt(object: JsonObject, key: string): number {
  return integerOf(object[key], `'${key}'`);
}

export function integerOf(value: unknown, what: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new Malformed(`${what} is not a whole number`);
}

export function numberAt(object: JsonObject, key: string): number {
  const value = object[key];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Malformed(`'${key}' is not a number`);
}

export function instantAt(object: JsonObject, key: string): number {
  const text = textAt(object, key);
  const instant = Date.parse(text);
  // Only the one way of writing it that is also written, so that nothing is lost between the two.
  if (Number.isFinite(instant) && new Date(instant).toISOString() === text) return instant;
  throw new Malformed(`'${key}' is not a time such as 2026-01-31T12:00:00.000Z`);
}

export function instantOrNullAt(object: JsonObject, key: string): number | null {
  return object[key] === null ? null : instantAt(object, key);
}
