import type { Check } from '../dialect.ts';
import type { HttpError } from '../http-error.ts';
import { inTurns } from '../in-turns.ts';
import { largeLength, type ParsedJson, parseJson, parseLargeJson } from '../json/parse-json.ts';
import { isWellFormedBody, notWellFormed } from '../json/well-formed.ts';
import { readBody } from '../request.ts';
import type { Visit } from '../visit.ts';

/**
 * Reads and parses the bodies of these methods, for dialects that look at them before the endpoint does. Where none
 * was sent there is no value. To stand behind `findMethod`, so that only what somebody may want is read.
 */
export function readJson(methods: readonly string[], malformed: (why: string) => HttpError): Check {
  return (visit) => {
    if (!methods.includes(visit.request.method)) return;
    const body = readBody(visit.request);
    return body instanceof Promise ? body.then((bytes) => parse(visit, bytes)) : parse(visit, body);
  };

  function parse(visit: Visit, bytes: Uint8Array): void | Promise<void> {
    visit.body = bytes;
    if (bytes.length === 0) return;
    if (bytes.length < largeLength) {
      visit.json = valueOf(bytes, parseJson(bytes));
      return;
    }
    return inTurns(parseLargeJson(bytes)).then((parsed) => {
      visit.json = valueOf(bytes, parsed);
    });
  }

  function valueOf(bytes: Uint8Array, parsed: ParsedJson): unknown {
    if (!parsed.ok) throw malformed(parsed.error);
    if (!isWellFormedBody(bytes, parsed.value)) throw malformed(notWellFormed);
    return parsed.value;
  }
}
