import type { CandidateRequest } from '../candidates/request.ts';
import type { Provider } from '../provider.ts';
import type { Rule } from './rule.ts';

/** C13: what is asked of the anchor. */
export interface RootRule {
  readonly rule: Rule;
  readonly holds: (anchor: Provider) => boolean;
}

export function rootRulesOf({ rootRequiredTraits, rootForbiddenTraits }: CandidateRequest): RootRule[] {
  return [
    ...Array.from(
      new Set(rootRequiredTraits),
      (trait): RootRule => ({
        rule: { kind: 'root-required', trait },
        holds: (anchor) => anchor.traits.has(trait),
      }),
    ),
    ...Array.from(
      new Set(rootForbiddenTraits),
      (trait): RootRule => ({
        rule: { kind: 'root-forbidden', trait },
        holds: (anchor) => !anchor.traits.has(trait),
      }),
    ),
  ];
}
