import { keyOf } from '../assignments/assignment.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import type { LimitTarget } from './limit.ts';

/** All of a project or a domain. */
export function* removalOfLimits({ limits }: Identity, target: LimitTarget): Generator<IdentityChange> {
  for (const { id } of limits.of(keyOf(target))) yield { kind: 'limit-removed', id };
}

/** All that are registered for a service or a region, and what stands on them. */
export function* removalOfRegisteredLimits(
  { registeredLimits, limits }: Identity,
  noun: 'service' | 'region',
  id: string,
): Generator<IdentityChange> {
  for (const registered of registeredLimits.of(`${noun}:${id}`)) {
    for (const limit of limits.of(`registered:${registered.id}`))
      yield { kind: 'limit-removed', id: limit.id };
    yield { kind: 'registered-limit-removed', id: registered.id };
  }
}
