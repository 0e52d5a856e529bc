import { keyOf } from '../assignments/assignment.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import type { LimitTarget } from './limit.ts';

/** All of a project or a domain. */
export function* removalOfLimits({ limits }: Identity, target: LimitTarget): Generator<IdentityChange> {
  for (const { id } of limits.of(keyOf(target))) yield { kind: 'limit-removed', id };
}
