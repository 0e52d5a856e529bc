import { badRequest } from '@berth/api-kit/http-error.ts';
import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import { pythonReprUpTo } from '@berth/api-kit/json/python-text.ts';
import type { Place, Violation } from '@berth/api-kit/json/rules.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { novaVocabulary } from './nova-vocabulary.ts';

/** A check of bodies by a schema, in Nova's words. `Wire` is what the schema says: it has held. A body that was not sent is `None`. */
export function takenBody<Wire>(schema: JsonSchema): (sent: unknown) => Wire {
  const rules = compileRules(schema, novaVocabulary);
  return (sent) => {
    const json = sent ?? null;
    if (rules.areKept(json)) return json as Wire;
    const violation = firstViolation(rules, json);
    const { place, instance, message } = violation;
    const key = lastKey(place);
    if (key === null || saysAll(violation)) throw badRequest(message());
    throw badRequest(`Invalid input for field/attribute ${key}. Value: ${shown(instance)}. ${message()}`);
  };
}

/** Whether what is said of a format is said without where it was. */
function saysAll({ keyword, schema: { format } }: Violation): boolean {
  return (
    keyword === 'format' && format !== undefined && novaVocabulary.formats[format]?.refusal !== undefined
  );
}

/** Null where the whole body is meant. */
export function lastKey(place: Place | null): string | number | null {
  let step = place;
  while (step !== null && step.key === null) step = step.before;
  return step?.key ?? null;
}

/** A hostile value may be as long as a body. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText) : pythonReprUpTo(longestText, value);
}

const longestText = 100_000;
