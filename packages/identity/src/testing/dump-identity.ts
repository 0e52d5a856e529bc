import { IdentityState } from '../domain/identity-state.ts';
import { nouns } from '../domain/nouns.ts';

/** All that there is, as data that can be compared: things by their ids, and what they are found by. */
export function dumpIdentity(state: IdentityState): object {
  const things = nouns.map((noun) => [
    noun,
    [...state.of[noun].values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  ]);
  const found = [...state.users.values()].map(({ id }) => [
    id,
    [...state.memberships.of(`user:${id}`)].map((each) => each.id).toSorted(),
    [...state.assignments.of(`user:${id}`)].map((each) => each.id).toSorted(),
    state.applicationCredentials.countOf(id),
  ]);
  return { things, found: found.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)) };
}
