import type { TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { elsewhere } from './elsewhere.ts';
import type { Lack } from './explanation.ts';
import { shortfallOf } from './failure.ts';
import type { Check, Part } from './parts.ts';
import type { RootRule } from './root-rules.ts';
import type { Rule } from './rule.ts';
import { fewProviders, type Steps } from './steps.ts';
import { supplyOf } from './supply.ts';
import { hasAny } from './traits-match.ts';

/** What a request asks of a tree, apart from what holds for all groups together. */
export interface Demands {
  readonly rootRules: readonly RootRule[];
  readonly parts: readonly Part[];
  /** C3: of the group without a suffix. */
  readonly required: readonly (readonly TraitName[])[];
}

/**
 * All that a tree does not have of what is asked for, in the order of the rules, as if each part were served by whoever comes
 * nearest to it; how many there are is the measure of how near a tree is. A class that a provider has too little of counts once,
 * however many rules say so. So does a condition of the spread group, however many of its classes do not meet it.
 */
export function* lacksAt(anchor: Provider, providers: readonly Provider[], demands: Demands): Steps<Lack[]> {
  const lacks: Lack[] = [];
  for (const { rule, holds } of demands.rootRules) {
    if (!holds(anchor)) lacks.push(lackOf(rule, null, anchor, anchor));
  }
  const toldOfSpread = new Set<string>();
  let isSpreadServed = true;
  for (const part of demands.parts) {
    if (providers.length > fewProviders) yield;
    const nearest = nearestTo(part, anchor, providers);
    if (nearest === null) continue;
    if (part.isSpread) isSpreadServed = false;
    for (const { rule } of unmetBy(part, nearest, anchor)) {
      if (part.isSpread && !isAboutClass(rule)) {
        const key = JSON.stringify(rule);
        if (toldOfSpread.has(key)) continue;
        toldOfSpread.add(key);
      }
      lacks.push(lackOf(rule, part.suffix, nearest, anchor));
    }
  }
  if (demands.required.length === 0) return lacks;
  const spread = demands.parts.filter(({ isSpread }) => isSpread);
  const able = isSpreadServed
    ? providers.filter((provider) => spread.some((part) => unmetCount(part, provider, anchor) === 0))
    : providers;
  for (const anyOf of demands.required) {
    if (able.some(({ traits }) => hasAny(traits, anyOf))) continue;
    lacks.push({ ...lackOf({ kind: 'required', anyOf }, '', null, anchor) });
  }
  return lacks;
}

function lackOf(rule: Rule, suffix: string | null, provider: Provider | null, anchor: Provider): Lack {
  return {
    rule,
    suffix,
    provider: suffix === null ? null : provider,
    supply: provider === null ? null : supplyOf(provider, rule),
    isolation: null,
    elsewhere: elsewhere(rule, provider, anchor),
  };
}

/**
 * Who comes nearest to serving a part: of those that have the most of its classes at all, who lacks the least; of these, who
 * gets furthest through its rules; of these, who lacks the smallest part of an amount. So a NUMA node with the VCPUs and
 * without two traits is nearer than its host, which has the traits and no VCPU. Null where somebody lacks nothing.
 */
function nearestTo(part: Part, anchor: Provider, providers: readonly Provider[]): Provider | null {
  let nearest: Provider | null = null;
  let [fewest, least, furthest, shortfall] = [Infinity, Infinity, -1, Infinity];
  for (const provider of providers) {
    const count = unmetCount(part, provider, anchor);
    if (count === 0) return null;
    const missing = part.takes.filter(([name]) => !provider.inventories.has(name)).length;
    if (missing > fewest || (missing === fewest && count > least)) continue;
    const reached = part.checks.findIndex(({ holds }) => !holds(provider, anchor));
    const lacking = shortfallOf(part.checks[reached]?.rule, provider);
    const isNearer =
      missing < fewest ||
      count < least ||
      reached > furthest ||
      (reached === furthest && lacking < shortfall);
    if (isNearer) {
      [nearest, fewest, least, furthest, shortfall] = [provider, missing, count, reached, lacking];
    }
  }
  return nearest;
}

function unmetCount({ checks }: Part, provider: Provider, anchor: Provider): number {
  let count = 0;
  let lastClass: string | null = null;
  for (const { rule, holds } of checks) {
    const resourceClass = classIn(rule);
    if (resourceClass !== null && resourceClass === lastClass) continue;
    if (holds(provider, anchor)) continue;
    count++;
    lastClass = resourceClass;
  }
  return count;
}

function unmetBy({ checks }: Part, provider: Provider, anchor: Provider): Check[] {
  const unmet: Check[] = [];
  for (const check of checks) {
    const resourceClass = classIn(check.rule);
    const last = unmet.at(-1);
    if (resourceClass !== null && last !== undefined && classIn(last.rule) === resourceClass) continue;
    if (!check.holds(provider, anchor)) unmet.push(check);
  }
  return unmet;
}

function isAboutClass(rule: Rule): boolean {
  return classIn(rule) !== null;
}

function classIn(rule: Rule): string | null {
  return 'resourceClass' in rule ? rule.resourceClass : null;
}
