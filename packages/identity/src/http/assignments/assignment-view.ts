import type { Assignment } from '../../domain/assignments/assignment.ts';
import { found } from '../../domain/found.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

/** An assignment, or what has come of one. */
export interface Shown {
  readonly assignment: Assignment;
  /** The group by which the user has it. */
  readonly groupId?: string;
  /** The role by which they have it. */
  readonly priorRoleId?: string;
}

export function assignmentView(context: IdentityContext, shown: Shown, hasNames: boolean): object {
  const { actor, target, roleId } = shown.assignment;
  const { identity } = context.app;
  const named = (thing: { readonly id: string; readonly name: string }) => ({
    id: thing.id,
    name: thing.name,
  });
  const namedInDomain = (kind: 'user' | 'group' | 'project', id: string) => {
    if (!hasNames) return { id };
    const thing = found(identity, kind, id);
    return { ...named(thing), domain: named(found(identity, 'domain', thing.domainId)) };
  };
  return {
    links: linksOf(context, shown),
    scope:
      target.kind === 'system'
        ? { system: { all: true } }
        : target.kind === 'domain'
          ? { domain: hasNames ? named(found(identity, 'domain', target.id)) : { id: target.id } }
          : { project: namedInDomain('project', target.id) },
    [actor.kind]: namedInDomain(actor.kind, actor.id),
    role: hasNames ? named(found(identity, 'role', roleId)) : { id: roleId },
  };
}

function linksOf(context: IdentityContext, { assignment, groupId, priorRoleId }: Shown): object {
  const { actor, target, roleId } = assignment;
  const where = target.kind === 'system' ? '/system' : `/${target.kind}s/${target.id}`;
  const who = groupId === undefined ? `/${actor.kind}s/${actor.id}` : `/groups/${groupId}`;
  return {
    ...(groupId === undefined ? {} : { membership: urlOf(context, `/groups/${groupId}/users/${actor.id}`) }),
    assignment: urlOf(context, `${where}${who}/roles/${priorRoleId ?? roleId}`),
    // The order is the original's.
    ...(priorRoleId === undefined
      ? {}
      : { prior_role: urlOf(context, `/prior_role/${roleId}/implies/${priorRoleId}`) }),
  };
}
