import assert from 'node:assert/strict';
import { typeNames, typeTests } from './json-type.ts';
import type { Rules, Violation } from './rules.ts';

/**
 * The one violation worth telling, chosen as python-jsonschema's `best_match` does: the most relevant one,
 * and where that has alternatives behind it, the single least relevant of theirs, for as long as there is one.
 */
export function bestMatch(rules: Rules, value: unknown): Violation {
  let best: Violation | null = null;
  let compared = 0;
  try {
    rules.report(value, null, (violation) => {
      if (best === null || compareRelevance(violation, best) > 0) best = violation;
      if (++compared === mostCompared) throw enough;
    });
  } catch (thrown) {
    if (thrown !== enough) throw thrown;
  }
  assert(best !== null, 'a value that breaks a rule has a violation');
  return deepestCause(best);
}

/** A body with more violations than that is a hostile one, and any of them will do. */
const mostCompared = 10_000;
const enough = Symbol('enough violations');

function deepestCause(violation: Violation): Violation {
  let cause = violation;
  while (cause.context !== null) {
    const { least, isTied } = leastRelevant(cause.context);
    if (isTied) break;
    cause = least;
  }
  return cause;
}

function leastRelevant(context: NonNullable<Violation['context']>): { least: Violation; isTied: boolean } {
  let least: Violation | null = null;
  let isTied = false;
  context((violation) => {
    const difference = least === null ? -1 : compareRelevance(violation, least);
    if (difference > 0) return;
    isTied = difference === 0;
    if (difference < 0) least = violation;
  });
  assert(least !== null, 'alternatives of which none fits have violations');
  return { least, isTied };
}

/**
 * Positive if `one` is more relevant: nearer to the top; at the same height, not an anyOf or oneOf; then,
 * in a schema whose type its value does not have.
 */
function compareRelevance(one: Violation, other: Violation): number {
  return (
    depthOf(other) - depthOf(one) ||
    Number(isStrong(one)) - Number(isStrong(other)) ||
    Number(hasOtherType(one)) - Number(hasOtherType(other))
  );
}

function depthOf(violation: Violation): number {
  return violation.place?.depth ?? 0;
}

function isStrong({ keyword }: Violation): boolean {
  return keyword !== 'anyOf' && keyword !== 'oneOf';
}

/** True as well where the schema says nothing of types. */
function hasOtherType({ schema, instance }: Violation): boolean {
  if (schema.type === undefined) return true;
  return !typeNames(schema.type).some((name) => typeTests[name](instance));
}
