import { badRequest } from '@berth/api-kit/http-error.ts';
import { inTurns, type Steps } from '@berth/api-kit/in-turns.ts';
import { largeLength, type ParsedJson, parseJson, parseLargeJson } from '@berth/api-kit/json/parse-json.ts';
import { compileSchema, type JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';

/**
 * Reads a body of one shape and raises it to what the endpoint works with, whatever the version. A large one is read in turns
 * with other work, and is there later.
 */
export type ReadBody<Body> = (bytes: Uint8Array) => Body | Promise<Body>;

/** `raise` may take the wire's shape for granted: the schema has just held. */
export function body<Wire, Body>(schema: JsonSchema, raise: (wire: Wire) => Body): ReadBody<Body> {
  const validate = compileSchema(schema);
  return (bytes) => {
    if (bytes.length >= largeLength) return inTurns(readLarge(bytes));
    const value = valueOf(parseJson(bytes));
    refuseViolation(validate(value));
    refuseHalfCharacters(bytes, value);
    return raise(value as Wire);
  };

  function* readLarge(bytes: Uint8Array): Steps<Body> {
    const value = valueOf(yield* parseLargeJson(bytes));
    yield;
    refuseViolation(yield* validate.inSteps(value));
    yield;
    refuseHalfCharacters(bytes, value);
    return raise(value as Wire);
  }
}

function refuseViolation(violation: string | null): void {
  if (violation !== null) throw badRequest(`JSON does not validate: ${violation}`);
}

function valueOf(parsed: ParsedJson): unknown {
  if (!parsed.ok) throw badRequest(`Malformed JSON: ${parsed.error}`);
  return parsed.value;
}

/**
 * An escape can say half a surrogate pair, and such a text cannot be stored, nor be sent in UTF-8. Hardly any body has
 * an escape for surrogates at all, so that most are not walked through for this.
 */
function refuseHalfCharacters(bytes: Uint8Array, value: unknown): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!body.includes('\\ud') && !body.includes('\\uD')) return;
  if (!isWellFormed(value)) throw badRequest('Malformed JSON: half of a surrogate pair is no character');
}

/** Whether no text in it has half of a surrogate pair. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}

/** Checks the parameters of a query against the shape in force. */
export function queryCheck(schema: JsonSchema): (query: QueryParams) => void {
  const validate = compileSchema(schema);
  return (query) => {
    const violation = validate(query.toRecord());
    if (violation !== null) throw badRequest(`Invalid query string parameters: ${violation}`);
  };
}
