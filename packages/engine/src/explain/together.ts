import type { CandidateRequest } from '../candidates/request.ts';
import type { Provider } from '../provider.ts';
import { arrange, type Choice, type Effort } from './arrange.ts';
import { distinctLists } from './distinct.ts';
import type { Part } from './parts.ts';
import type { TogetherRule } from './rule.ts';
import type { Steps } from './steps.ts';

/** The rules about all parts at once, as far as a request has them, in the order in which they are told. */
export function togetherRules(request: CandidateRequest, parts: readonly Part[]): TogetherRule[] {
  const granularCount = parts.filter(({ isSpread }) => !isSpread).length;
  const classes = parts.flatMap(({ takes }) => takes.map(([resourceClass]) => resourceClass));
  const subtrees = distinctLists(request.sameSubtrees).filter((suffixes) => suffixes.length > 1);
  return [
    ...(new Set(classes).size < classes.length ? [{ kind: 'sums' } as const] : []),
    ...(request.groupPolicy === 'isolate' && granularCount > 1 ? [{ kind: 'isolate' } as const] : []),
    ...subtrees.map((suffixes) => ({ kind: 'same-subtree', suffixes }) as const),
    ...(!request.allowsNested && parts.length > 1 ? [{ kind: 'one-per-tree' } as const] : []),
    ...(requiredTogether(request).length > 0 ? [{ kind: 'required-together' } as const] : []),
  ];
}

/** C3: the lists of required traits of the group without a suffix. */
export function requiredTogether(request: CandidateRequest) {
  const spread = request.groups.find(({ suffix, resources }) => suffix === '' && resources.size > 0);
  return distinctLists(spread?.conditions.requiredTraits ?? []);
}

/**
 * The first of the rules that no choice of options meets together with those before it, or null when some choice meets
 * all. With a rule more there are never more choices; so where all are met, nothing else need be asked.
 */
export function* firstBroken(
  rules: readonly TogetherRule[],
  request: CandidateRequest,
  parts: readonly Part[],
  options: readonly (readonly Provider[])[],
  effort: Effort,
): Steps<number | null> {
  if (rules.length === 0 || (yield* arrange(choiceUnder(rules, request, parts, options), effort)))
    return null;
  for (const index of rules.keys()) {
    if (effort.left < 0) break;
    const upToHere = rules.slice(0, index + 1);
    if (!(yield* arrange(choiceUnder(upToHere, request, parts, options), effort))) return index;
  }
  return rules.length - 1;
}

function choiceUnder(
  rules: readonly TogetherRule[],
  request: CandidateRequest,
  parts: readonly Part[],
  options: readonly (readonly Provider[])[],
): Choice {
  const has = (kind: TogetherRule['kind']) => rules.some((rule) => rule.kind === kind);
  return {
    parts: parts.map(({ isSpread, takes }, index) => ({
      isSpread,
      takes: takes.map(([resourceClass, asked]) => ({ resourceClass, asked, amount: 'asked' })),
      options: options[index] ?? [],
    })),
    addsUp: has('sums'),
    isIsolated: has('isolate'),
    subtrees: rules.flatMap((rule) =>
      rule.kind === 'same-subtree' ? [indexesOf(rule.suffixes, parts)] : [],
    ),
    isOnePerTree: has('one-per-tree'),
    requiredTogether: has('required-together') ? requiredTogether(request) : [],
  };
}

function indexesOf(suffixes: readonly string[], parts: readonly Part[]): number[] {
  return parts.flatMap(({ suffix }, index) => (suffixes.includes(suffix) ? [index] : []));
}
