import type { Provider } from '../provider.ts';
import { isInAny } from './aggregates-match.ts';
import type { Rule } from './rule.ts';
import { hasAny } from './traits-match.ts';

/**
 * Who of a tree has the trait or the membership that another of it lacks, the root before all others: in a tree it is
 * easily asked of the wrong provider. Null for other rules, and where nobody has it.
 */
export function elsewhere(rule: Rule, lacking: Provider | null, anchor: Provider): Provider | null {
  const has = holderTest(rule);
  if (has === null) return null;
  return anchor.tree.find((provider) => provider !== lacking && has(provider)) ?? null;
}

/** Whether the root has what a rule says that somebody else must have. */
export function isOnRoot(rule: Rule, anchor: Provider): boolean {
  return rule.kind !== 'root-required' && (holderTest(rule)?.(anchor) ?? false);
}

function holderTest(rule: Rule): ((provider: Provider) => boolean) | null {
  switch (rule.kind) {
    case 'required':
      return ({ traits }) => hasAny(traits, rule.anyOf);
    case 'root-required':
      return ({ traits }) => traits.has(rule.trait);
    case 'member-of':
      return (provider) => isInAny(provider, rule.anyOf);
    default:
      return null;
  }
}
