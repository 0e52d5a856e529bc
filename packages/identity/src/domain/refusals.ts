import type { Target } from './assignments/assignment.ts';
import type { Noun } from './nouns.ts';

/** Every reason for which a command can be refused. */
export type IdentityRefusalReason =
  | { readonly kind: 'not-found'; readonly noun: Noun; readonly id: string }
  | {
      readonly kind: 'name-taken';
      readonly noun: Noun;
      readonly name: string;
      readonly domainId: string | null;
      readonly id: string;
      /** Whether whoever asked has said which domain it is in: then so does the answer. */
      readonly isDomainSaid: boolean;
    }
  | { readonly kind: 'id-taken'; readonly noun: Noun; readonly id: string }
  | {
      readonly kind: 'immutable';
      readonly noun: Noun;
      readonly id: string;
      readonly doing: 'update' | 'delete';
    }
  | { readonly kind: 'domain-is-enabled' }
  | { readonly kind: 'domain-is-default' }
  | { readonly kind: 'default-project-is-domain'; readonly id: string }
  | { readonly kind: 'domain-of-project-not-found'; readonly domainId: string }
  | { readonly kind: 'parent-not-found'; readonly parentId: string }
  | {
      readonly kind: 'parent-in-other-domain';
      readonly domainId: string;
      readonly parentDomainId: string;
    }
  | { readonly kind: 'branch-disabled'; readonly id: string }
  | { readonly kind: 'parent-disabled'; readonly id: string }
  | { readonly kind: 'too-deep'; readonly id: string; readonly most: number }
  | { readonly kind: 'project-has-children'; readonly id: string }
  | { readonly kind: 'children-enabled'; readonly id: string }
  | { readonly kind: 'too-much-at-once'; readonly most: number }
  | { readonly kind: 'membership-not-found'; readonly userId: string; readonly groupId: string }
  | {
      readonly kind: 'assignment-not-found';
      readonly roleId: string;
      readonly actorId: string;
      readonly target: Target;
    }
  | { readonly kind: 'implied-role-not-found'; readonly priorId: string; readonly impliedId: string }
  | { readonly kind: 'role-cannot-be-implied'; readonly roleId: string }
  | { readonly kind: 'too-many-credentials'; readonly most: number }
  | { readonly kind: 'credential-role-missing'; readonly roleId: string }
  | { readonly kind: 'region-has-endpoints'; readonly id: string }
  | { readonly kind: 'region-of-itself'; readonly id: string }
  | { readonly kind: 'endpoint-not-in-project'; readonly projectId: string; readonly endpointId: string }
  | {
      readonly kind: 'limit-without';
      readonly of: 'registered-limit' | 'limit';
      readonly noun: 'service' | 'region' | 'project' | 'domain';
      readonly id: string;
    }
  | { readonly kind: 'limit-not-registered' }
  | { readonly kind: 'already-there'; readonly noun: 'project-endpoint' | 'registered-limit' | 'limit' }
  | { readonly kind: 'registered-limit-in-use'; readonly id: string }
  | { readonly kind: 'endpoint-without'; readonly noun: 'region' | 'service'; readonly id: string };

export type IdentityRefusalKind = IdentityRefusalReason['kind'];

/** An expected no. Thrown before anything has changed. */
export class IdentityRefusal extends Error {
  readonly reason: IdentityRefusalReason;

  constructor(reason: IdentityRefusalReason) {
    super(reason.kind);
    this.name = 'IdentityRefusal';
    this.reason = reason;
  }
}

export function refuse(reason: IdentityRefusalReason): never {
  throw new IdentityRefusal(reason);
}
