import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { atOnce } from '@berth/api-kit/in-turns.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { Place } from '@berth/api-kit/json/rules.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { violationText } from '@berth/api-kit/json/violation-text.ts';

/** A check of what was sent by a schema, in Keystone's words. `Wire` is what the schema says: it has held. */
export function takenBody<Wire>(schema: JsonSchema): (sent: unknown) => Wire {
  const rules = compileRules(schema);
  return (sent) => {
    if (rules.areKept(sent)) return sent as Wire;
    const violation = firstViolation(rules, sent);
    const text = atOnce(violationText(violation));
    const path = pathTo(violation.place);
    throw badRequest(path === '' ? text : `Invalid input for field '${path}': ${text}`);
  };
}

/** `roles/0/name`; nothing where all of it is meant. */
function pathTo(place: Place | null): string {
  const keys: (string | number)[] = [];
  for (let step = place; step !== null; step = step.before) if (step.key !== null) keys.unshift(step.key);
  return keys.join('/');
}
