import type { IdentityChange } from '../nouns.ts';
import { found, refuseImmutable, withOptions } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import { refuse } from '../refusals.ts';
import { removalOfGroup } from '../groups/change-groups.ts';
import { removalOfProject, withoutDefault } from '../projects/change-projects.ts';
import { removalOfAssignments } from '../assignments/change-assignments.ts';
import { atOnce } from '../at-once.ts';
import { removalOfLimits } from '../limits/removal-of-limits.ts';
import { removalOfUser } from '../users/change-users.ts';
import { type Domain, defaultDomainId } from './domain.ts';

export interface CreateDomain {
  readonly kind: 'create-domain';
  readonly domain: Domain;
}

export interface UpdateDomain {
  readonly kind: 'update-domain';
  readonly id: string;
  readonly change: Partial<Omit<Domain, 'id'>>;
}

export interface DeleteDomain {
  readonly kind: 'delete-domain';
  readonly id: string;
}

export function createDomain(identity: Identity, { domain }: CreateDomain): readonly IdentityChange[] {
  if (identity.domains.has(domain.id)) refuse({ kind: 'id-taken', noun: 'domain', id: domain.id });
  refuseTakenName(identity, domain);
  return [{ kind: 'domain-set', thing: domain }];
}

export function updateDomain(identity: Identity, { id, change }: UpdateDomain): readonly IdentityChange[] {
  const domain = found(identity, 'domain', id);
  refuseImmutable('domain', domain, change);
  // Nobody could log in any more, and so nobody could take it back.
  if (id === defaultDomainId && change.isEnabled === false) refuse({ kind: 'domain-is-default' });
  const thing: Domain = {
    ...domain,
    ...change,
    options: withOptions(domain.options, change.options),
    extra: { ...domain.extra, ...change.extra },
  };
  refuseTakenName(identity, thing);
  return [{ kind: 'domain-set', thing }];
}

/** With all that is in it; so it has to be disabled first. */
export function deleteDomain(identity: Identity, { id }: DeleteDomain): readonly IdentityChange[] {
  const domain = found(identity, 'domain', id);
  refuseImmutable('domain', domain, null);
  if (domain.isEnabled) refuse({ kind: 'domain-is-enabled' });
  return atOnce(removalOf(identity, domain));
}

function* removalOf(identity: Identity, { id }: Domain): Generator<IdentityChange> {
  const gone = new Set<string>();
  const once = function* (changes: Iterable<IdentityChange>): Generator<IdentityChange> {
    // A user's role in a project is the user's and the project's, and goes once.
    for (const change of changes) {
      const key = 'id' in change ? `${change.kind} ${change.id}` : '';
      if (gone.has(key)) continue;
      gone.add(key);
      yield change;
    }
  };
  // Of other domains; this one's go.
  const others = [...identity.users.values()].filter(({ domainId }) => domainId !== id);
  yield* withoutDefault(others, (projectId) => identity.projects.get(projectId)?.domainId === id);
  for (const group of identity.groups.of(id)) yield* once(removalOfGroup(identity, group));
  for (const user of identity.users.of(id)) yield* once(removalOfUser(identity, user));
  for (const project of identity.projects.of(id)) yield* once(removalOfProject(identity, project));
  yield* once(removalOfAssignments(identity, { kind: 'domain', id }));
  yield* once(removalOfLimits(identity, { kind: 'domain', id }));
  yield { kind: 'domain-removed', id };
}

function refuseTakenName({ domains }: Identity, { id, name }: Domain): void {
  const other = domains.named('', name);
  if (other && other.id !== id)
    refuse({ kind: 'name-taken', noun: 'domain', name, domainId: null, id, isDomainSaid: false });
}
