import { assignmentId } from '../domain/assignments/assignment.ts';
import { projectEndpointId } from '../domain/catalog/project-endpoint.ts';
import { membershipId } from '../domain/groups/group.ts';
import type { Noun, Nouns } from '../domain/nouns.ts';
import { impliedRoleId } from '../domain/roles/role.ts';
import { thingProblems } from './thing-rules.ts';

/** One thing, as exports have it. */
export interface IdentityRecord {
  readonly kind: string;
  readonly noun: Noun;
  readonly thing: Nouns[Noun];
}

interface Problem {
  readonly text: string;
  readonly allowance: null;
}

/** What no two things of a noun have in common, besides their ids. */
const uniques: { readonly [N in Noun]?: (thing: Nouns[N]) => string } = {
  domain: ({ name }) => `the name ${name}`,
  project: ({ name, domainId }) => `the name ${name} in domain ${domainId}`,
  user: ({ name, domainId }) => `the name ${name} in domain ${domainId}`,
  group: ({ name, domainId }) => `the name ${name} in domain ${domainId}`,
  role: ({ name }) => `the name ${name}`,
  'application-credential': ({ name, userId }) => `the name ${name} of user ${userId}`,
  'registered-limit': ({ service, regionId, resourceName }) =>
    `the resource ${resourceName} of service ${service.id}${regionId === null ? '' : ` in region ${regionId}`}`,
  limit: ({ registeredLimitId, target }) =>
    `the registered limit ${registeredLimitId} of ${target.kind} ${target.id}`,
};

type Reference = readonly [Noun, string | null];

/** What a thing says that there is. */
const references: { readonly [N in Noun]?: (thing: Nouns[N]) => readonly Reference[] } = {
  project: ({ domainId, parentId }) => [
    ['domain', domainId],
    ['project', parentId],
  ],
  user: ({ domainId }) => [['domain', domainId]],
  group: ({ domainId }) => [['domain', domainId]],
  membership: ({ groupId, userId }) => [
    ['group', groupId],
    ['user', userId],
  ],
  'implied-role': ({ priorId, impliedId }) => [
    ['role', priorId],
    ['role', impliedId],
  ],
  assignment: ({ actor, target, roleId }) => [
    [actor.kind, actor.id],
    ...(target.kind === 'system' ? [] : [[target.kind, target.id] as const]),
    ['role', roleId],
  ],
  'application-credential': ({ userId, projectId, roleIds }) => [
    ['user', userId],
    ['project', projectId],
    ...roleIds.map((id) => ['role', id] as const),
  ],
  region: ({ parentId }) => [['region', parentId]],
  'catalog-endpoint': ({ serviceId, regionId }) => [
    ['catalog-service', serviceId],
    ['region', regionId],
  ],
  'project-endpoint': ({ projectId, endpointId, isMounted }) => [
    ['project', projectId],
    ['catalog-endpoint', isMounted ? null : endpointId],
  ],
  limit: ({ registeredLimitId, target }) => [
    ['registered-limit', registeredLimitId],
    [target.kind, target.id],
  ],
};

/** What things are called by that say that others have to do with each other. */
const compoundIds: { readonly [N in Noun]?: (thing: Nouns[N]) => string } = {
  membership: ({ groupId, userId }) => membershipId(groupId, userId),
  'implied-role': ({ priorId, impliedId }) => impliedRoleId(priorId, impliedId),
  assignment: assignmentId,
  'project-endpoint': ({ projectId, endpointId }) => projectEndpointId(projectId, endpointId),
};

/** Each thing obeys the rules, none is there twice, and whatever one refers to is there. */
export class RecordCheck {
  readonly #seen = new Set<string>();
  readonly #owners = new Map<string, string>();
  /** Who refers to what; a project may come before the one that it is below. */
  readonly #referred: (readonly [by: string, to: string])[] = [];

  *problemsOf({ noun, thing }: IdentityRecord): Generator<Problem> {
    const broken = [...thingProblems(noun, thing)];
    yield* broken.map(problem);
    const name = nameOf(noun, thing.id);
    if (this.#seen.has(name)) yield problem(`${name} is there twice`);
    this.#seen.add(name);
    if (broken.length === 0) yield* this.#problemsOfThing(name, noun, thing);
  }

  *problemsOfAll(): Generator<Problem> {
    for (const [by, to] of this.#referred) {
      if (!this.#seen.has(to)) yield problem(`${by} is about ${to}, which is not there`);
    }
  }

  *#problemsOfThing<N extends Noun>(name: string, noun: N, thing: Nouns[N]): Generator<Problem> {
    const unique = uniques[noun]?.(thing);
    if (unique !== undefined) {
      const key = `${noun} ${unique}`;
      const other = this.#owners.get(key);
      if (other !== undefined) yield problem(`${name} has ${unique}, and so has ${other}`);
      this.#owners.set(key, name);
    }
    const called = compoundIds[noun]?.(thing);
    if (called !== undefined && called !== thing.id)
      yield problem(`${name} is not called by what it is about`);
    for (const [of, id] of references[noun]?.(thing) ?? []) {
      if (id !== null) this.#referred.push([name, nameOf(of, id)]);
    }
  }
}

function problem(text: string): Problem {
  return { text, allowance: null };
}

function nameOf(noun: Noun, id: string): string {
  return `${noun.replaceAll('-', ' ')} ${id}`;
}
