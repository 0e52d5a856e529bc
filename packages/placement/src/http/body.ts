import { badRequest } from '@berth/api-kit/http-error.ts';
import { inTurns, type Steps } from '@berth/api-kit/in-turns.ts';
import { largeLength, type ParsedJson, parseJson, parseLargeJson } from '@berth/api-kit/json/parse-json.ts';
import { compileSchema, type JsonSchema } from '@berth/api-kit/json/schema.ts';
import { isWellFormedBody, notWellFormed } from '@berth/api-kit/json/well-formed.ts';
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

function refuseHalfCharacters(bytes: Uint8Array, value: unknown): void {
  if (!isWellFormedBody(bytes, value)) throw badRequest(`Malformed JSON: ${notWellFormed}`);
}

/** Checks the parameters of a query against the shape in force. */
export function queryCheck(schema: JsonSchema): (query: QueryParams) => void {
  const validate = compileSchema(schema);
  return (query) => {
    const violation = validate(query.toRecord());
    if (violation !== null) throw badRequest(`Invalid query string parameters: ${violation}`);
  };
}
