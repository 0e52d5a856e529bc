import { badRequest } from '../../http-error.ts';
import { firstViolation } from '../../json/first-violation.ts';
import { compileRules } from '../../json/keywords.ts';
import { pythonReprUpTo } from '../../json/python-text.ts';
import type { Place } from '../../json/rules.ts';
import type { JsonSchema } from '../../json/schema.ts';

/** A check of bodies by a schema, in Nova's words. `Wire` is what the schema says: it has held. A body that was not sent is `None`. */
export function takenBody<Wire>(schema: JsonSchema): (sent: unknown) => Wire {
  const rules = compileRules(schema);
  return (sent) => {
    const json = sent ?? null;
    if (rules.areKept(json)) return json as Wire;
    const { place, instance, message } = firstViolation(rules, json);
    const key = lastKey(place);
    if (key === null) throw badRequest(message());
    throw badRequest(`Invalid input for field/attribute ${key}. Value: ${shown(instance)}. ${message()}`);
  };
}

/** Null where the whole body is meant. */
function lastKey(place: Place | null): string | number | null {
  let step = place;
  while (step !== null && step.key === null) step = step.before;
  return step?.key ?? null;
}

/** A hostile value may be as long as a body. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText) : pythonReprUpTo(longestText, value);
}

const longestText = 100_000;
