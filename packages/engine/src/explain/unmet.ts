import { hasAny } from './traits-match.ts';
import type { TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { Part } from './parts.ts';
import type { RootRule } from './root-rules.ts';
import type { Rule } from './rule.ts';

/**
 * How many of the things that a request asks for a tree does not have, as if each part were served by whoever misses the
 * least: the measure of how near a tree is. A class that a provider has too little of counts once, however many rules
 * say so. So does a condition of the spread group, however many of its classes meet it.
 */
export function unmetAt(
  anchor: Provider,
  providers: readonly Provider[],
  rootRules: readonly RootRule[],
  parts: readonly Part[],
  required: readonly (readonly TraitName[])[],
): number {
  let unmet = 0;
  for (const { holds } of rootRules) if (!holds(anchor)) unmet++;
  let conditionsOfSpread = 0;
  for (const part of parts) {
    const { classes, conditions } = leastUnmet(part, anchor, providers);
    unmet += classes;
    if (part.isSpread) conditionsOfSpread = Math.max(conditionsOfSpread, conditions);
    else unmet += conditions;
  }
  for (const anyOf of required) {
    if (!providers.some(({ traits }) => hasAny(traits, anyOf))) conditionsOfSpread++;
  }
  return unmet + conditionsOfSpread;
}

interface Unmet {
  readonly classes: number;
  readonly conditions: number;
}

function leastUnmet(part: Part, anchor: Provider, providers: readonly Provider[]): Unmet {
  let least: Unmet | null = null;
  for (const provider of providers) {
    const unmet = unmetBy(part, provider, anchor);
    if (least === null || unmet.classes + unmet.conditions < least.classes + least.conditions) least = unmet;
  }
  return least ?? { classes: 0, conditions: 0 };
}

function unmetBy({ checks }: Part, provider: Provider, anchor: Provider): Unmet {
  let classes = 0;
  let conditions = 0;
  let lastClass: string | null = null;
  for (const { rule, holds } of checks) {
    const resourceClass = classIn(rule);
    if (resourceClass !== null && resourceClass === lastClass) continue;
    if (holds(provider, anchor)) continue;
    if (resourceClass === null) conditions++;
    else classes++;
    lastClass = resourceClass;
  }
  return { classes, conditions };
}

function classIn(rule: Rule): string | null {
  return 'resourceClass' in rule ? rule.resourceClass : null;
}
