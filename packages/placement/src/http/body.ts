import { badRequest } from '@berth/api-kit/http-error.ts';
import { parseJson } from '@berth/api-kit/json/parse-json.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { compileSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';

/** Reads a body of one shape and raises it to what the endpoint works with, whatever the version. */
export type ReadBody<Body> = (bytes: Uint8Array) => Body;

/** `raise` may take the wire's shape for granted: the schema has just held. */
export function body<Wire, Body>(schema: JsonSchema, raise: (wire: Wire) => Body): ReadBody<Body> {
  const validate = compileSchema(schema);
  return (bytes) => {
    const parsed = parseJson(bytes);
    if (!parsed.ok) throw badRequest(`Malformed JSON: ${parsed.error}`);
    const violation = validate(parsed.value);
    if (violation !== null) throw badRequest(`JSON does not validate: ${violation}`);
    return raise(parsed.value as Wire);
  };
}

/** Checks the parameters of a query against the shape in force. */
export function queryCheck(schema: JsonSchema): (query: QueryParams) => void {
  const validate = compileSchema(schema);
  return (query) => {
    const violation = validate(query.toRecord());
    if (violation !== null) throw badRequest(`Invalid query string parameters: ${violation}`);
  };
}
