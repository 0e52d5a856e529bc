import { noContent } from '@berth/api-kit/endpoint.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import { type Actor, keyOf, type Target, wholeSystem } from '../../domain/assignments/assignment.ts';
import { assignmentOf } from '../../domain/assignments/change-assignments.ts';
import { rolesOf } from '../../domain/assignments/effective-roles.ts';
import { found } from '../../domain/found.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from '../endpoint.ts';
import { listAnswer } from '../list-answer.ts';
import { roleView } from '../roles/role-view.ts';

const actorKinds = ['user', 'group'] as const;

/** Who has which role where: in a project, in a domain, in the whole system. */
export const grants: readonly IdentityEndpoint[] = [
  ...(['project', 'domain'] as const).flatMap((kind) =>
    actorKinds.flatMap((actor) =>
      grantsOn(
        `/${kind}s/{target_id}/${actor}s/{actor_id}/roles`,
        kind,
        actor,
        (action) => `identity:${action}_grant${action === 'list' ? 's' : ''}`,
      ),
    ),
  ),
  ...actorKinds.flatMap((actor) =>
    grantsOn(
      `/system/${actor}s/{actor_id}/roles`,
      'system',
      actor,
      (action) => `identity:${action}_system_grant${action === 'list' ? 's' : ''}_for_${actor}`,
    ),
  ),
];

type Action = 'list' | 'check' | 'create' | 'revoke';

function grantsOn(
  path: string,
  targetKind: Target['kind'],
  actorKind: Actor['kind'],
  rule: (action: Action) => string,
): readonly IdentityEndpoint[] {
  const find = (context: IdentityContext) => policyTarget(context, asked(context));
  const target = (_asked: unknown, made: PolicyTarget) => made;
  const asked = ({ params }: IdentityContext) => ({
    actor: { kind: actorKind, id: params['actor_id'] ?? '' },
    target: targetKind === 'system' ? wholeSystem : { kind: targetKind, id: params['target_id'] ?? '' },
    roleId: params['role_id'] ?? '',
  });
  return [
    endpoint({
      route: `GET /v3${path}`,
      find,
      policy: rule('list'),
      target,
      run: (context) => {
        const { identity } = context.app;
        const { actor, target: where } = asked(context);
        found(identity, actor.kind, actor.id);
        if (where.kind !== 'system') found(identity, where.kind, where.id);
        const ids = Array.from(identity.assignments.of(keyOf(actor)))
          .filter(({ target: each }) => each.kind === where.kind && each.id === where.id)
          .map(({ roleId }) => roleId);
        const shown = path.replace('{target_id}', where.id).replace('{actor_id}', actor.id);
        return listAnswer(context, shown, 'roles', rolesOf(identity, ids), roleView);
      },
    }),
    endpoint({
      route: `GET /v3${path}/{role_id}`,
      find,
      policy: rule('check'),
      target,
      run: (context) => {
        assignmentOf(context.app.identity, asked(context));
        return noContent;
      },
    }),
    endpoint({
      route: `PUT /v3${path}/{role_id}`,
      find,
      policy: rule('create'),
      target,
      run: (context) => context.app.commit({ kind: 'grant-role', ...asked(context) }, () => noContent),
    }),
    endpoint({
      route: `DELETE /v3${path}/{role_id}`,
      find,
      policy: rule('revoke'),
      target,
      run: (context) => context.app.commit({ kind: 'withdraw-role', ...asked(context) }, () => noContent),
    }),
  ];
}

/** What is there of what was asked about. */
function policyTarget(
  { app: { identity } }: IdentityContext,
  { actor, target }: { readonly actor: Actor; readonly target: Target },
): PolicyTarget {
  const domainIdOf = (thing: { readonly domainId: string } | undefined) => thing?.domainId;
  const made: Record<string, string | null | undefined> = {
    'target.role.domain_id': null,
    [`target.${actor.kind}.domain_id`]: domainIdOf(
      actor.kind === 'user' ? identity.users.get(actor.id) : identity.groups.get(actor.id),
    ),
  };
  if (target.kind === 'domain') made['target.domain.id'] = identity.domains.get(target.id)?.id;
  if (target.kind === 'project')
    made['target.project.domain_id'] = domainIdOf(identity.projects.get(target.id));
  return made;
}
